import { expect, type Page } from '@playwright/test'
import type { Screen } from './screen.ts'
import { openPhotos, selectPhotos } from './steps.ts'

/** From ordering prints to the stand-in shop's pages. */
export const PRINTS: readonly Screen[] = [
  {
    name: 'prints-transfer',
    async open(page) {
      await orderPrints(page)
      await expect(page.getByRole('alertdialog')).toBeVisible()
      // Stops the navigation, which would be faster than the screenshot.
      await page.route('**/prints?*', route => route.abort())
    },
    async cleanUp(page) {
      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    },
  },
  { name: 'prints-editor', open: openPrintsEditor },
  {
    name: 'prints-delivery',
    async open(page) {
      await openPrintsEditor(page)
      await page.getByRole('button', { name: 'Continue to delivery' }).click()
      await page.getByRole('button', { name: 'Place order' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'prints-ordered',
    changesLibrary: true,
    async open(page) {
      await openPrintsEditor(page)
      await page.getByRole('button', { name: 'Continue to delivery' }).click()
      await enterAddress(page)
      await page.getByRole('button', { name: 'Place order' }).click()
      await expect(page.getByRole('status')).toContainText('18 months')
    },
  },
  {
    name: 'photo-book',
    async open(page) {
      await openPrintsEditor(page)
      await page.getByRole('link', { name: 'Photo book' }).click()
      await expect(page.getByRole('heading', { name: 'Photo book' })).toBeVisible()
    },
  },
  {
    name: 'prints-pay',
    changesLibrary: true,
    async open(page) {
      await openPrintsEditor(page)
      await page.getByRole('button', { name: 'Continue to delivery' }).click()
      await enterAddress(page)
      await page.getByLabel('Pay within 3 days').check()
      await page.getByRole('button', { name: 'Place order' }).click()
      await page.getByRole('link', { name: 'Pay now' }).click()
      await expect(page.getByRole('heading', { name: 'Pay now' })).toBeVisible()
    },
  },
]

async function orderPrints(page: Page): Promise<void> {
  await openPhotos(page)
  await selectPhotos(page, 0, 1, 3, 4, 6)
  await page.getByRole('button', { name: 'Order prints' }).click()
}

/** Opens the stand-in shop's editor with a large print, two copies and a photo that is not printed. */
async function openPrintsEditor(page: Page): Promise<void> {
  await orderPrints(page)
  await page.waitForURL(/\/prints\/[0-9a-f-]{36}$/)
  const [sizes, quantities] = [
    page.getByRole('combobox', { name: /^Size of/ }),
    page.getByRole('spinbutton', { name: /^Quantity of/ }),
  ]
  await sizes.nth(0).selectOption('30 × 45 cm')
  await quantities.nth(1).fill('2')
  await quantities.nth(2).fill('0')
  await quantities.nth(2).press('Tab')
  await expect(page.getByText('Not printed')).toBeVisible()
  await expect(page.getByText('5 prints')).toBeVisible()
  await page.evaluate(() => scrollTo(0, 0))
}

async function enterAddress(page: Page): Promise<void> {
  const address = {
    'First name': 'Ada',
    'Last name': 'Keller',
    Street: 'High Street',
    'House number': '1',
    'Postal code': 'N1 9GU',
    City: 'London',
  }
  for (const [label, value] of Object.entries(address))
    await page.getByLabel(label, { exact: true }).fill(value)
}
