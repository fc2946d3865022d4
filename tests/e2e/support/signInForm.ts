import type { Page } from '@playwright/test'
import type { Account } from './identity.ts'

export async function fillIn(page: Page, { address, password }: Account): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(address)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
}

export async function register(page: Page, person: Account): Promise<void> {
  await page.goto('/register')
  await fillIn(page, person)
  await page.getByRole('button', { name: 'Register' }).click()
}

export async function signIn(page: Page, person: Account): Promise<void> {
  if (new URL(page.url()).pathname !== '/login') await page.goto('/login')
  await fillIn(page, person)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
