import type { Page } from '@playwright/test'
import { getPhotos } from '#contract/photos.ts'
import { findViolations } from './fixtures/axe.ts'
import { createGrid } from './fixtures/grid.ts'
import { getToast } from './fixtures/screen.ts'
import { expect, test } from './fixtures/test.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Actions for the selected photos' })
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Set date for/ })

async function openDialog(page: Page, positions: readonly number[]) {
  const { tile, select } = createGrid(page)
  await select()
  for (const position of positions) await tile(position).click()
  await bar(page).getByRole('button', { name: 'Set date' }).click()
  await expect(dialog(page)).toBeVisible()
}

test('NX-237 NX-239 NX-240 scans get their month, stand in it in the order of their numbers, and go back by Undo @phone', {
  tag: '@suite',
}, async ({ signedIn: page, library }) => {
  await library.add([
    { fileName: 'today.jpg', taken: '2024:06:30 10:00:00' },
    ...[10, 2, 1].map(number => ({ fileName: `Garden 1974 ${number}.jpg` })),
  ])
  const { open, month, tile } = createGrid(page)
  await open()
  await expect(month('Unknown Date').locator('[data-photo]')).toHaveCount(3)
  await openDialog(page, [2, 3, 4])

  const ask = dialog(page)
  await expect(ask).toHaveAccessibleName('Set date for 3 photos')
  await ask.getByRole('button', { name: 'Use 1974' }).click()
  await expect(ask.getByRole('radio', { name: 'Year' })).toBeChecked()
  await ask.getByRole('radio', { name: 'Month' }).check()
  await expect(ask.getByRole('button', { name: 'Set date', exact: true })).toBeDisabled()
  await ask.getByRole('combobox', { name: 'Month' }).selectOption('August')
  expect(await findViolations(page, '[role=dialog]')).toEqual([])
  await ask.getByRole('textbox', { name: 'Year' }).press('Enter')

  await expect(getToast(page, '3 photos moved to August 1974')).toBeVisible()
  await expect(ask).toHaveCount(0)
  await expect(month('August 1974').locator('[data-photo]')).toHaveCount(3)
  await expect(month('Unknown Date')).toHaveCount(0)
  await expect(tile(2)).toHaveAttribute('data-tooltip', 'Taken on August 1974')

  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
  await expect(getToast(page, '3 photos have their earlier dates again')).toBeVisible()
  await expect(month('Unknown Date').locator('[data-photo]')).toHaveCount(3)
  await expect(month('August 1974')).toHaveCount(0)
})

test('NX-238 a shift shows the first photo before and after, and moves all by the keyboard @phone', async ({
  signedIn: page,
  library,
  customer,
}) => {
  await library.add([
    { fileName: 'first.jpg', taken: '2024:06:29 23:30:00' },
    { fileName: 'last.jpg', taken: '2024:06:30 10:00:00' },
  ])
  const { open } = createGrid(page)
  await open()
  await openDialog(page, [1, 2])
  const ask = dialog(page)
  await ask.getByRole('radio', { name: 'Set date' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(ask.getByRole('radio', { name: 'Shift time' })).toBeChecked()
  await expect(ask.getByText('first.jpg now')).toBeVisible()
  await ask.getByRole('button', { name: '+1 hour, summer time' }).click()
  await expect(ask).toContainText('First photo: 30 June 2024 at 00:30:00.')
  await expect(ask).toContainText('1 photo moves to another day.')
  expect(await findViolations(page, '[role=dialog]')).toEqual([])
  await ask.getByRole('button', { name: 'Shift 2 photos' }).press('Enter')
  await expect(getToast(page, 'Dates of 2 photos changed')).toBeVisible()
  const { images } = await customer.client.call(getPhotos, { query: { sortOrder: 'asc' } })
  expect(images.map(({ dateTaken }) => dateTaken)).toEqual(['2024-06-30T00:30:00', '2024-06-30T11:00:00'])
})

test('NX-237 the details of the preview change the date of one photo, which they show as exactly as it is known', async ({
  signedIn: page,
  library,
}) => {
  await library.add([{ fileName: 'scan.jpg' }])
  const { open, tile } = createGrid(page)
  await open()
  await tile(1).click()
  await page.getByRole('button', { name: 'Details' }).click()
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByRole('button', { name: 'Change the date' }).click()
  const ask = dialog(page)
  await ask.getByRole('radio', { name: 'Year' }).check()
  await ask.getByRole('textbox', { name: 'Year' }).fill('1974')
  await ask.getByRole('button', { name: 'Set date', exact: true }).click()
  await expect(details.getByRole('definition').first()).toContainText(/^1974/)
  await expect(page.getByRole('dialog', { name: 'Photo preview' }).getByText('1974').first()).toBeVisible()
})
