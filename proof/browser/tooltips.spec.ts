import { createGrid } from './fixtures/grid.ts'
import { expect } from './fixtures/test.ts'
import { test } from './fixtures/three-months.ts'

test('RV-117 PL-035 the date of a tile is a tooltip on hover and on focus: the pointer can move onto it, Escape dismisses it', async ({
  signedIn: page,
}) => {
  const { open, tile } = createGrid(page)
  const tooltip = page.getByRole('tooltip')
  await open()
  await expect(tile(1)).not.toHaveAttribute('title')

  await test.step('on hover, also while the pointer is on the tooltip, until it leaves', async () => {
    await tile(1).hover()
    await expect(tooltip).toHaveText(/^Taken on \d+ June 2024 at \d\d:\d\d:\d\d$/)
    await expect(tile(1)).toHaveAccessibleDescription(/^Taken on/)
    // Stays shown although the pointer has left the tile.
    await tooltip.hover()
    await expect(tooltip).toBeVisible()
    await expect.poll(() => tooltip.evaluate(element => element.matches(':hover'))).toBe(true)
    await page.mouse.move(2, 2)
    await expect(tooltip).toHaveCount(0)
  })

  await test.step('on keyboard focus immediately, and it follows the focus', async () => {
    await page.getByRole('button', { name: 'More actions' }).focus()
    await page.keyboard.press('Tab')
    await expect(tile(1)).toBeFocused()
    await expect(tooltip).toHaveText(/^Taken on/)
    const first = await tooltip.textContent()
    await page.keyboard.press('ArrowRight')
    await expect(tile(2)).toBeFocused()
    await expect(tooltip).not.toHaveText(first!)
    await expect(tooltip).toHaveCount(1)
    await expect(tile(1)).not.toHaveAccessibleDescription(/./)
  })

  await test.step('the pointer passing the focused tile, or another one, does not end it', async () => {
    const text = await tooltip.textContent()
    await tile(2).hover()
    await page.mouse.move(2, 2)
    await expect(tooltip).toHaveText(text!)
    await tile(3).hover()
    await expect(tooltip).toHaveCount(2)
    await expect(tooltip.filter({ hasText: text! })).toBeVisible()
    await page.mouse.move(2, 2)
    await expect(tooltip).toHaveCount(1)
    await expect(tooltip).toHaveText(text!)
  })

  await test.step('Escape dismisses it without moving pointer or focus', async () => {
    await page.keyboard.press('Escape')
    await expect(tooltip).toHaveCount(0)
    await expect(tile(2)).toBeFocused()
    await tile(3).hover()
    await expect(tooltip).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tooltip).toHaveCount(0)
    await expect(tile(2)).toBeFocused()
  })
})

test('RV-117 ? opens the shortcuts of the grid, with those of its actions', async ({ signedIn: page }) => {
  const { open, tile } = createGrid(page)
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await open()
  await tile(1).focus()
  // Its code is loaded after the photos.
  await expect
    .poll(async () => {
      if ((await shortcuts.count()) === 0) await page.keyboard.press('?')
      return shortcuts.count()
    })
    .toBe(1)
  for (const name of ['Move between photos', 'Select several photos', 'Select all', 'Order prints', 'Delete'])
    await expect(shortcuts.getByRole('definition').getByText(name, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)
  await expect(tile(1)).toBeFocused()

  await test.step('while photos are selected Escape closes only the shortcuts', async () => {
    await page.keyboard.press('Space')
    await expect(page.getByText('1 selected')).toBeVisible()
    await page.keyboard.press('?')
    await expect(shortcuts).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(shortcuts).toHaveCount(0)
    await expect(page.getByText('1 selected')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('the preview opens its own', async () => {
    await tile(1).click()
    await expect(page.getByRole('dialog', { name: 'Photo preview' })).toBeVisible()
    await page.keyboard.press('?')
    await expect(shortcuts).toHaveCount(1)
    await expect(shortcuts.getByText('Zoom in or out')).toBeVisible()
  })
})
