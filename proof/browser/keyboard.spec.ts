import { cellOf, createGrid, isInViewport } from './fixtures/grid.ts'
import { expect } from './fixtures/test.ts'
import { test } from './fixtures/three-months.ts'

test('the grid is one Tab stop that remembers its tile; each tile announces its position, date and selection', async ({
  signedIn: page,
}) => {
  const { open, tile } = createGrid(page)
  await open()
  const stops = page.getByRole('grid').locator('button[tabindex="0"]')
  await expect(stops).toHaveCount(1)
  await page.getByRole('button', { name: 'More actions' }).focus()
  await page.keyboard.press('Tab')
  await expect(tile(1)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(tile(3)).toBeFocused()
  await expect(stops).toHaveCount(1)
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(tile(3)).toBeFocused()
  // The cell draws the focus ring inside the tile.
  const ring = await tile(3).evaluate(
    button => getComputedStyle(button.closest('[role=gridcell]')!, '::after').borderTopWidth,
  )
  expect(ring).toBe('2px')

  await expect(tile(12)).toHaveAccessibleName('Photo 12 of 40, taken 19 June 2024')
  await tile(12).focus()
  await page.keyboard.press('Space')
  await expect(tile(12)).toHaveAccessibleName('Photo 12 of 40, taken 19 June 2024')
  await expect(cellOf(page, 12)).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator('[aria-live]').getByText('1 photo selected')).toBeAttached()
  await expect(page.getByRole('grid')).toHaveAttribute('aria-multiselectable', 'true')
})

test('PL-033 arrow keys move in two dimensions and across months, End and Home to the ends; Enter expands the month on its last tile, and opens a photo', async ({
  signedIn: page,
  shared,
}) => {
  const { open, tile } = createGrid(page)
  await open()
  const columns = Number(await page.getByRole('grid').getAttribute('aria-colcount'))
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

  await page.keyboard.press('End')
  await expect(tile(40)).toBeFocused()
  expect(await isInViewport(tile(40))).toBe(true)
  await page.keyboard.press('Home')
  await expect(tile(1)).toBeFocused()
  expect(await isInViewport(tile(1))).toBe(true)
  await page.keyboard.press('PageDown')
  await expect(tile(1)).not.toBeFocused()
  const focused = page.getByRole('grid').locator('button:focus')
  await expect(focused).toBeInViewport()

  // Past the '+6' tile, which is focusable like any other, into March.
  const more = page.getByRole('button', { name: 'Show 6 more photos' })
  await tile(24).focus()
  await page.keyboard.press('ArrowRight')
  await expect(more).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tile(31)).toBeFocused()
  expect(await isInViewport(tile(31))).toBe(true)
  await page.keyboard.press('ArrowUp')
  await expect(focused).not.toHaveAccessibleName(/^Photo 31/)

  await tile(24).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(more).toHaveCount(0)
  await expect(tile(25)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/my-photos/photos/preview/${shared.photoIds[24]}`)
  await expect(page.getByRole('dialog', { name: 'Photo preview' })).toBeVisible()
})

test('PL-057 Space selects, Shift with arrow keys selects a range, Escape undoes one step; a dialog takes, traps and returns the focus', {
  tag: '@suite',
}, async ({ signedIn: page }) => {
  const { open, tile } = createGrid(page)
  const counter = page.getByText(/^\d+ selected$/)
  await open()
  const columns = Number(await page.getByRole('grid').getAttribute('aria-colcount'))
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
  await expect(cellOf(page, 4)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Space')
  await expect(cellOf(page, 4)).not.toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(counter).toHaveCount(0)
  await expect(tile(4)).toBeFocused()

  await page.keyboard.press('ArrowRight')
  await expect(tile(5)).toBeFocused()
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
  await expect(counter).toHaveText('1 selected')
})
