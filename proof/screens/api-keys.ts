import { expect, type Page } from '@playwright/test'
import type { Screen } from './screen.ts'
import { openPage } from './steps.ts'

/** API keys of a business and their calls. */
export const API_KEYS: readonly Screen[] = [
  { name: 'integration-keys', inContrast: true, user: 'business', open: openKeys },
  {
    name: 'key-create',
    user: 'business',
    async open(page) {
      await openKeys(page)
      await openCreation(page)
    },
  },
  {
    name: 'key-create-wrong',
    user: 'business',
    async open(page) {
      await openKeys(page)
      const dialog = await openCreation(page)
      await dialog.getByRole('textbox', { name: /Allowed networks/ }).fill('office')
      await dialog.getByRole('button', { name: 'Create key' }).click()
      await expect(dialog.getByText('Please enter a name').first()).toBeVisible()
    },
  },
  {
    name: 'key-shown',
    user: 'business',
    async open(page) {
      await openKeys(page)
      const dialog = await openCreation(page)
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Warehouse')
      await dialog.getByRole('button', { name: 'Create key' }).click()
      await expect(page.getByText(/^ksk_/).first()).toBeVisible()
      await expect(page.getByRole('dialog', { name: 'Copy your key now' })).toBeVisible()
    },
  },
  {
    name: 'key-rotate',
    user: 'business',
    async open(page) {
      await openKeys(page)
      await page.getByRole('button', { name: 'Actions for Reporting' }).click()
      await page.getByRole('menuitem', { name: 'Replace' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'key-edit',
    user: 'business',
    async open(page) {
      await openKeys(page)
      await page.getByRole('button', { name: 'Actions for Reporting' }).click()
      await page.getByRole('menuitem', { name: 'Name and networks' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'key-end',
    user: 'business',
    async open(page) {
      await openKeys(page)
      await page.getByRole('button', { name: 'Actions for Reporting' }).click()
      await page.getByRole('menuitem', { name: 'End key' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
]

async function openKeys(page: Page): Promise<void> {
  await openPage(page, '/integration?tab=keys', 'FTP instructions')
  await expect(page.getByRole('heading', { name: /^Calls \d/ })).toBeVisible()
}

async function openCreation(page: Page) {
  await page.getByRole('button', { name: 'Create a key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create an API key' })
  await expect(dialog).toBeVisible()
  return dialog
}
