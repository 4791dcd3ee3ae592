import type { Page } from '@playwright/test'
import { gridOf } from './fixtures/grid.ts'
import type { Picture } from './fixtures/library.ts'
import { testWithLibrary } from './fixtures/shared-library.ts'
import { expect, test as ownTest } from './fixtures/test.ts'
import { fingerOn } from './fixtures/touch.ts'

const days = (month: string, count: number): Picture[] =>
  Array.from({ length: count }, (_, index) => ({
    taken: `${month}:${String(count - index).padStart(2, '0')} 12:00:00`,
    width: 120,
    height: 80,
  }))

/** Newest first: 30 in June 2024 (24 shown), 8 in March 2024, 2 in January 2023. */
const test = testWithLibrary([...days('2024:06', 30), ...days('2024:03', 8), ...days('2023:01', 2)])

const counted = (page: Page, amount: number) =>
  expect(page.getByRole('region', { name: 'Actions for the selected photos' })).toContainText(
    `${amount} selected`,
  )
const selected = (page: Page) => page.getByRole('gridcell', { selected: true })
const bar = (page: Page) => page.getByRole('region', { name: 'Actions for the selected photos' })
const centre = async (page: Page, position: number) => {
  const { x, y, width, height } = (await gridOf(page).tile(position).boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

test('PL-049 the bar comes with the mode; leaving by button or Escape clears the selection', async ({
  signedIn: page,
}) => {
  const { open, select, tile } = gridOf(page)
  await open()
  const before = await tile(5).boundingBox()
  for (const leave of [
    () => page.getByRole('button', { name: 'Cancel selection' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await select()
    await counted(page, 0)
    await tile(1).click()
    await tile(3).click()
    await counted(page, 2)
    await expect(selected(page)).toHaveCount(2)
    // It lies over the head and moves nothing.
    expect(await tile(5).boundingBox()).toEqual(before)
    await leave()
    await expect(bar(page)).toHaveCount(0)
    await expect(selected(page)).toHaveCount(0)
  }
  await select()
  await counted(page, 0)
})

test('PL-050 a photo toggles; a month toggles all, and deselects all when all are selected', async ({
  signedIn: page,
}) => {
  const { open, select, tile, month } = gridOf(page)
  await open()
  await select()
  await tile(2).click()
  await counted(page, 1)
  await tile(2).click()
  await counted(page, 0)
  await month('March 2024').scrollIntoViewIfNeeded()
  await tile(31).click()
  const all = page.getByRole('button', { name: 'Select all photos of March 2024', exact: true })
  const none = page.getByRole('button', { name: 'Deselect all photos of March 2024' })
  await all.click()
  await counted(page, 8)
  await expect(all).toHaveCount(0)
  await tile(33).click()
  await counted(page, 7)
  await all.click()
  await counted(page, 8)
  await none.click()
  await counted(page, 0)
})

test('PL-051 a whole month counts with the photos that are not loaded, and one can be taken out', async ({
  signedIn: page,
}) => {
  const { open, select, tile } = gridOf(page)
  await open()
  await select()
  await page.getByRole('button', { name: 'Select all photos of June 2024' }).click()
  await counted(page, 30)
  await tile(5).click()
  await counted(page, 29)
  await page.getByRole('button', { name: 'Show 6 more photos' }).click()
  await expect(tile(30)).toHaveAccessibleName(/, selected$/)
  await expect(tile(5)).not.toHaveAccessibleName(/, selected$/)
})

test('PL-051 PL-050 select all takes the library, loaded or not; pressed again it takes nothing', async ({
  signedIn: page,
}) => {
  const { open, select, tile } = gridOf(page)
  await open()
  await select()
  await bar(page).getByRole('button', { name: 'Select all' }).click()
  await counted(page, 40)
  await expect(tile(24)).toHaveAccessibleName(/, selected$/)
  await bar(page).getByRole('button', { name: 'Deselect all' }).click()
  await counted(page, 0)
  await page.keyboard.press('Control+a')
  await counted(page, 40)
})

const ACTIONS = ['Download', 'Copy to album', 'Order prints', 'Delete']

test('PL-052 the actions are off while nothing is selected, and say so', { tag: '@phone' }, async ({
  signedIn: page,
}) => {
  const { open, select, tile } = gridOf(page)
  await open()
  await select()
  const names = await bar(page).getByRole('button').allInnerTexts()
  expect(names.filter(Boolean)).toEqual(['Select all', ...ACTIONS])
  for (const name of ACTIONS) {
    const action = bar(page).getByRole('button', { name })
    await expect(action).toBeDisabled()
    await expect(action).toHaveAccessibleDescription('Select photos first')
    await action.click({ force: true })
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  }
  await tile(1).click()
  for (const name of ACTIONS) await expect(bar(page).getByRole('button', { name })).toBeEnabled()
})

test('Shift and a press select everything between, across months and in both directions', async ({
  signedIn: page,
}) => {
  const { open, select, tile, month } = gridOf(page)
  await open()
  await select()
  await tile(7).click()
  await tile(3).click({ modifiers: ['Shift'] })
  await counted(page, 5)
  await expect(selected(page)).toHaveCount(5)
  await page.keyboard.press('Escape')
  await select()
  await tile(22).click()
  await month('March 2024').scrollIntoViewIfNeeded()
  // 22 to 30, six of them never loaded, and two of March.
  await tile(32).click({ modifiers: ['Shift'] })
  await counted(page, 11)
})

test('the circle in the corner of a tile begins a selection', async ({ signedIn: page }) => {
  const { open, tile } = gridOf(page)
  await open()
  await tile(4).hover()
  const cell = page.getByRole('gridcell').filter({ has: tile(4) })
  await cell.locator('[data-check]').click()
  await counted(page, 1)
  await expect(page).toHaveURL('/my-photos/photos')
  await expect(tile(4)).toHaveAccessibleName(/, selected$/)
})

test('dragging draws a range; begun on a selected photo it deselects; Escape takes it back', async ({
  signedIn: page,
}) => {
  const { open, tile } = gridOf(page)
  await open()
  const drag = async (from: number, to: number) => {
    const [start, end] = [await centre(page, from), await centre(page, to)]
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(end.x, end.y, { steps: 5 })
  }
  await drag(1, 8)
  await counted(page, 8)
  await page.mouse.up()
  await counted(page, 8)
  await expect(page).toHaveURL('/my-photos/photos')
  await drag(8, 6)
  await page.mouse.up()
  await counted(page, 5)
  await drag(6, 10)
  await counted(page, 10)
  await page.keyboard.press('Escape')
  await counted(page, 5)
  await page.mouse.up()
  await counted(page, 5)
  await expect(tile(6)).not.toHaveAccessibleName(/, selected$/)
})

test('a long press begins the selection, and the finger draws on', { tag: '@phone-only' }, async ({
  signedIn: page,
}) => {
  const { open, tile } = gridOf(page)
  await open()
  await tile(1).scrollIntoViewIfNeeded()
  const finger = await fingerOn(page)
  await finger.press(await centre(page, 1))
  await counted(page, 1)
  await finger.move(await centre(page, 3))
  await counted(page, 3)
  await finger.lift()
  await counted(page, 3)
  await expect(page).toHaveURL('/my-photos/photos')
  await tile(2).tap()
  await counted(page, 2)
})

ownTest('PL-053 the mode ends when the action succeeded', async ({ signedIn: page, library }) => {
  const { open, select, tile, tiles } = gridOf(page)
  await library.add(3)
  await open()
  await select()
  await tile(1).click()
  await bar(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Photo deleted', { exact: true })).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await expect(tiles).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeVisible()
})

ownTest('PL-053 after a failure mode and selection stay', async ({ signedIn: page, library, noise }) => {
  noise.allow(/status of 500/, /Status Code: 500/)
  const { open, select, tile, tiles } = gridOf(page)
  await library.add(3)
  await open()
  await page.route('**/photo-management/photos', route =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await select()
  await tile(2).click()
  await bar(page).getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(question.getByRole('alert')).toHaveText('Error: Your photo could not be deleted')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await counted(page, 1)
  await expect(tiles).toHaveCount(3)
  await expect(tile(2)).toHaveAccessibleName(/, selected$/)
})
