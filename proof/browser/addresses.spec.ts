import type { Page } from '@playwright/test'
import { findViolations } from './fixtures/axe.ts'
import { findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { expect, test } from './fixtures/test.ts'

test('AA-100 AA-101 AA-103 a first address, a second one in another country, and a deletion that is undone', {
  tag: ['@suite', '@phone'],
}, async ({ signedIn: page }) => {
  await page.goto('/settings/addresses/all')
  await expect(page.getByText('No addresses yet')).toBeVisible()
  await fill(page, {
    'First name': 'Anna',
    'Last name': 'Keller',
    'House name or number': 'Flat 3, 48',
    'Street name': 'Alma Vale Road',
    'Town or city': 'Bristol',
    Postcode: 'BS8 2H',
    'Phone number': '0770',
  })
  await page.keyboard.press('Enter')
  const summary = page.getByRole('alert')
  await expect(summary.getByRole('button')).toHaveText([
    'Postal Code must be valid',
    'Phone number must be valid',
  ])
  await expect(page.getByLabel('Postcode')).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
  await fill(page, { Postcode: 'bs82hs', 'Phone number': '07700 900142' })
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText('Address saved')).toBeVisible()

  await page.getByRole('link', { name: /^Add/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New address' })).toBeFocused()
  await page.getByLabel('Country').selectOption('DE')
  await fill(page, {
    'First name': 'Jonas',
    'Last name': 'Keller',
    'Street name': 'Kastanienallee',
    'Street number': '26',
    'Addition optional': 'Hinterhaus',
    'Postal code': '10435',
    City: 'Berlin',
    'Phone number': '+49 30 901820',
  })
  await page.getByRole('button', { name: 'Save address' }).click()
  const cards = page.getByRole('list', { name: 'Addresses' }).getByRole('listitem')
  await expect(cards).toHaveCount(2)
  await expect(cards.first()).toContainText('Bristol BS8 2HS')
  await expect(cards.nth(1)).toContainText('Kastanienallee 26, Hinterhaus')
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])

  await cards
    .nth(1)
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(cards).toHaveCount(1)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(cards).toHaveCount(2)
  await expect(page.getByText('Address restored')).toBeVisible()
})

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
}
