import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds wrong with a page; with `rules`, by these alone. */
export async function accessibilityFaults(page: Page, ...rules: string[]): Promise<string[]> {
  // The other mode opens a page for each run, for the sake of frames from elsewhere; there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} ${node.target} ${node.failureSummary}`))
}

/** What is wrong with the look of a page: what axe finds, and what does not fit its width. */
export async function faultsOf(page: Page): Promise<string[]> {
  const faults = await accessibilityFaults(page)
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  return excess > 0 ? [...faults, `${excess} px too wide`] : faults
}
