import type { Page } from '@playwright/test'
import { cellOf, createGrid } from './fixtures/grid.ts'
import { waitForPreload } from './fixtures/load-on-use.ts'
import { createTestWithLibrary } from './fixtures/shared-library.ts'
import { expect } from './fixtures/test.ts'
import { test } from './fixtures/three-months.ts'
import { createFinger } from './fixtures/touch.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Actions for the selected photos' })
const expectSelectedCount = (page: Page, amount: number) =>
  expect(bar(page)).toContainText(`${amount} selected`)
const selected = (page: Page) => page.getByRole('gridcell', { selected: true })
const centre = async (page: Page, position: number) => {
  const { x, y, width, height } = (await createGrid(page).tile(position).boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

const ACTIONS = ['Download', 'Copy to album', 'Set date', 'Order prints', 'Delete']

/** In selection mode with nothing selected. */
async function expectActionsDisabled(page: Page) {
  await expectSelectedCount(page, 0)
  const names = await bar(page).getByRole('button').allInnerTexts()
  expect(names.filter(Boolean)).toEqual(['Select all', ...ACTIONS])
  for (const name of ACTIONS) {
    const action = bar(page).getByRole('button', { name })
    await expect(action).toBeDisabled()
    await expect(action).toHaveAccessibleDescription('Select photos first')
    await action.click({ force: true })
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  }
  await createGrid(page).tile(1).click()
  for (const name of ACTIONS) await expect(bar(page).getByRole('button', { name })).toBeEnabled()
}

test('PL-049 selection mode shows the bar without moving a photo; leaving by button or Escape clears the selection', async ({
  signedIn: page,
}) => {
  const { open, select, tile } = createGrid(page)
  await open()
  const before = await tile(5).boundingBox()
  for (const leave of [
    () => page.getByRole('button', { name: 'Cancel selection' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await select()
    await expectSelectedCount(page, 0)
    await tile(1).click()
    await tile(3).click()
    await expectSelectedCount(page, 2)
    await expect(selected(page)).toHaveCount(2)
    // It overlays the heading without a layout shift.
    expect(await tile(5).boundingBox()).toEqual(before)
    await leave()
    await expect(bar(page)).toHaveCount(0)
    await expect(selected(page)).toHaveCount(0)
  }
})

test('the check circle of a tile starts a selection; dragging selects a range, or deselects when started on a selected photo; Escape reverts it', {
  tag: '@suite',
}, async ({ signedIn: page }) => {
  const { open, tile } = createGrid(page)
  await open()
  await tile(4).hover()
  const cell = page.getByRole('gridcell').filter({ has: tile(4) })
  await cell.locator('[data-check]').click()
  await expectSelectedCount(page, 1)
  await expect(page).toHaveURL('/my-photos/photos')
  await expect(cell).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)

  const drag = async (from: number, to: number) => {
    const [start, end] = [await centre(page, from), await centre(page, to)]
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(end.x, end.y, { steps: 5 })
  }
  await drag(1, 8)
  await expectSelectedCount(page, 8)
  await page.mouse.up()
  await expectSelectedCount(page, 8)
  await expect(page).toHaveURL('/my-photos/photos')
  await drag(8, 6)
  await page.mouse.up()
  await expectSelectedCount(page, 5)
  await drag(6, 10)
  await expectSelectedCount(page, 10)
  await page.keyboard.press('Escape')
  await expectSelectedCount(page, 5)
  await page.mouse.up()
  await expectSelectedCount(page, 5)
  await expect(cellOf(page, 6)).toHaveAttribute('aria-selected', 'false')
})

/** Sorts by another date, whose months are loaded anew: the grid is replaced by another one. */
async function replaceGrid(page: Page) {
  const before = await page.getByRole('grid').elementHandle()
  await page.getByRole('button', { name: /^Sort by/ }).click()
  await page.getByRole('option', { name: 'Date uploaded, new to old', exact: true }).click()
  await expect(createGrid(page).tile(1)).toBeVisible()
  expect(await before!.evaluate(element => element.isConnected)).toBe(false)
}

test.describe('with all code loaded', () => {
  test.use({ loadsAhead: true })

  test('PL-052 dragging selects a range of a grid that has replaced another, also when the pointer leaves it', async ({
    signedIn: page,
  }) => {
    await createGrid(page).open()
    await waitForPreload(page)
    await replaceGrid(page)
    const [start, end] = [await centre(page, 1), await centre(page, 4)]
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(end.x, end.y, { steps: 5 })
    await page.mouse.move(end.x, 5, { steps: 5 })
    await page.mouse.move(end.x, end.y, { steps: 5 })
    await expectSelectedCount(page, 4)
    await page.mouse.up()
    await expectSelectedCount(page, 4)
  })

  test('PL-052 a long press selects a range of a grid that has replaced another, and the page does not scroll', {
    tag: '@phone-only',
  }, async ({ signedIn: page }) => {
    await createGrid(page).open()
    await waitForPreload(page)
    await replaceGrid(page)
    await createGrid(page).tile(1).scrollIntoViewIfNeeded()
    const finger = await createFinger(page)
    const start = await centre(page, 1)
    await finger.press(start)
    await expectSelectedCount(page, 1)
    const scrolled = await page.evaluate(() => scrollY)
    for (let y = 20; y <= 140; y += 20) await finger.move({ x: start.x, y: start.y + y })
    await expect.poll(() => selected(page).count()).toBeGreaterThan(3)
    expect(await page.evaluate(() => scrollY)).toBe(scrolled)
    await finger.lift()
    await expect.poll(() => selected(page).count()).toBeGreaterThan(3)
  })
})

/** Holds the code of drags: `release` lets it come once it has been requested. */
async function holdDragCode(page: Page) {
  const [requested, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/assets/drag-selection-*.js', async route => {
    requested.resolve()
    await held.promise
    await route.continue()
  })
  return { release: () => requested.promise.then(held.resolve) }
}

createTestWithLibrary(3)(
  'PL-052 RV-507 a long press counts although its code was not there when it began',
  { tag: '@phone-only' },
  async ({ signedIn: page }) => {
    const { open, tile } = createGrid(page)
    const code = await holdDragCode(page)
    await open()
    const finger = await createFinger(page)
    await tile(1).scrollIntoViewIfNeeded()
    await finger.press(await centre(page, 1))
    await code.release()
    await expectSelectedCount(page, 1)
    await finger.lift()
    await expectSelectedCount(page, 1)
  },
)

createTestWithLibrary(3)(
  'PL-052 RV-507 a drag counts although its code was not there when it began',
  async ({ signedIn: page }) => {
    const code = await holdDragCode(page)
    await createGrid(page).open()
    const [start, end] = [await centre(page, 1), await centre(page, 3)]
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(end.x, end.y, { steps: 3 })
    await code.release()
    await expectSelectedCount(page, 3)
    await page.mouse.up()
    await expectSelectedCount(page, 3)
  },
)

createTestWithLibrary(3)(
  'PL-052 a long press starts the selection and dragging extends it; with nothing selected the actions are disabled with a reason',
  { tag: ['@suite', '@phone-only'] },
  async ({ signedIn: page }) => {
    const { open, select, tile } = createGrid(page)
    await open()
    await tile(1).scrollIntoViewIfNeeded()
    const finger = await createFinger(page)
    await finger.press(await centre(page, 1))
    await expectSelectedCount(page, 1)
    await finger.move(await centre(page, 3))
    await expectSelectedCount(page, 3)
    await finger.lift()
    await expectSelectedCount(page, 3)
    await expect(page).toHaveURL('/my-photos/photos')
    await tile(2).tap()
    await expectSelectedCount(page, 2)
    await page.getByRole('button', { name: 'Cancel selection' }).click()
    await select()
    await expectActionsDisabled(page)
  },
)
