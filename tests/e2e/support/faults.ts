import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The accessibility violations that axe finds; with `rules`, only of these rules. */
export async function accessibilityFaults(page: Page, ...rules: string[]): Promise<string[]> {
  // The default mode opens an extra page for each run, to support cross-origin frames, of which there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} ${node.target} ${node.failureSummary}`))
}

/** The visual faults of a page: violations that axe finds, and content that overflows its width. */
export async function faultsOf(page: Page): Promise<string[]> {
  const faults = await accessibilityFaults(page)
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  return excess > 0 ? [...faults, `${excess} px too wide`] : faults
}
