import type { Page } from '@playwright/test'
import { gridOf, isInSight } from './fixtures/grid.ts'
import type { Picture } from './fixtures/library.ts'
import { testWithLibrary } from './fixtures/shared-library.ts'
import { expect } from './fixtures/test.ts'

const days = (month: string, count: number): Picture[] =>
  Array.from({ length: count }, (_, index) => ({
    taken: `${month}:${String(count - index).padStart(2, '0')} 12:00:00`,
    width: 120,
    height: 80,
  }))

/** Newest first: 30 in June 2024 (24 shown), 14 in May 2024, 2 in January 2023. */
const test = testWithLibrary([...days('2024:06', 30), ...days('2024:05', 14), ...days('2023:01', 2)])

const columnsOf = async (page: Page) => Number(await page.getByRole('grid').getAttribute('aria-colcount'))

test('every photo says which one it is, when it was taken, and whether it is selected', async ({
  signedIn: page,
}) => {
  const { open, tile } = gridOf(page)
  await open()
  await expect(tile(12)).toHaveAccessibleName('Photo 12 of 46, taken 19 June 2024')
  await tile(12).focus()
  await page.keyboard.press('Space')
  await expect(tile(12)).toHaveAccessibleName('Photo 12 of 46, taken 19 June 2024, selected')
  await expect(page.locator('[aria-live]').getByText('1 photo selected')).toBeAttached()
  await expect(page.getByRole('grid')).toHaveAttribute('aria-multiselectable', 'true')
})

test('the photos are one stop of Tab, which stays where the focus was', async ({ signedIn: page }) => {
  const { open, tile } = gridOf(page)
  await open()
  const stops = page.getByRole('grid').locator('button[tabindex="0"]')
  await expect(stops).toHaveCount(1)
  await page.getByRole('link', { name: 'Recently deleted' }).last().focus()
  await page.keyboard.press('Tab')
  await expect(tile(1)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(tile(3)).toBeFocused()
  await expect(stops).toHaveCount(1)
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('link', { name: 'Recently deleted' }).last()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(tile(3)).toBeFocused()
  // The ring is drawn inside the tile, by its cell.
  const ring = await tile(3).evaluate(
    button => getComputedStyle(button.closest('[role=gridcell]')!, '::after').borderTopWidth,
  )
  expect(ring).toBe('2px')
})

test('arrows move in two dimensions and on into the next month', async ({ signedIn: page }) => {
  const { open, tile } = gridOf(page)
  await open()
  const columns = await columnsOf(page)
  expect(columns).toBeGreaterThan(2)
  await tile(2).focus()
  await page.keyboard.press('ArrowDown')
  await expect(tile(2 + columns)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(tile(1 + columns)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(tile(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await expect(tile(1)).toBeFocused()
  // Over the '+6' tile, which is a place like any other, into May.
  await tile(24).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Show 6 more photos' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tile(31)).toBeFocused()
  expect(await isInSight(tile(31))).toBe(true)
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('grid').locator('button:focus')).not.toHaveAccessibleName(/^Photo 31/)
})

test('End and Home lead to the last and the first photo and bring them into sight', async ({
  signedIn: page,
}) => {
  const { open, tile } = gridOf(page)
  await open()
  await tile(1).focus()
  await page.keyboard.press('End')
  await expect(tile(46)).toBeFocused()
  expect(await isInSight(tile(46))).toBe(true)
  await page.keyboard.press('Home')
  await expect(tile(1)).toBeFocused()
  expect(await isInSight(tile(1))).toBe(true)
  await page.keyboard.press('PageDown')
  await expect(tile(1)).not.toBeFocused()
  await expect(page.getByRole('grid').locator('button:focus')).toBeInViewport()
})

test('PL-033 Enter opens the photo; on the last tile it opens the month', async ({
  signedIn: page,
  shared,
}) => {
  const { open, tile } = gridOf(page)
  await open()
  await tile(24).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Show 6 more photos' })).toHaveCount(0)
  await expect(tile(25)).toBeFocused()
  await expect(tile(25)).toHaveAttribute('data-photo', /./)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/my-photos/photos/preview/${shared.photoIds[24]}`)
  await expect(page.getByRole('dialog', { name: 'Photo preview' })).toBeVisible()
})

test('Space selects, Shift and arrows draw a range, Escape backs out one step', async ({
  signedIn: page,
}) => {
  const { open, tile } = gridOf(page)
  const counter = page.getByText(/^\d+ selected$/)
  await open()
  const columns = await columnsOf(page)
  await tile(2).focus()
  await page.keyboard.press('Space')
  await expect(counter).toHaveText('1 selected')
  await expect(page).toHaveURL('/my-photos/photos')
  await page.keyboard.down('Shift')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(tile(3 + columns)).toBeFocused()
  await expect(counter).toHaveText(`${2 + columns} selected`)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.up('Shift')
  await expect(counter).toHaveText('2 selected')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(tile(4)).toHaveAccessibleName(/, selected$/)
  await page.keyboard.press('Space')
  await expect(tile(4)).not.toHaveAccessibleName(/, selected$/)
  await page.keyboard.press('Escape')
  await expect(counter).toHaveCount(0)
  await expect(tile(4)).toBeFocused()
})

test('PL-057 the focus goes into a question, stays in it, and comes back', async ({ signedIn: page }) => {
  const { open, tile } = gridOf(page)
  await open()
  await tile(5).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete this photo?' })
  await expect(question).toBeVisible()
  for (let step = 0; step < 5; step++) {
    await page.keyboard.press('Tab')
    await expect(question.locator(':focus')).toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(tile(5)).toBeFocused()
  await expect(page.getByText('1 selected')).toBeVisible()
})
