import type { Page } from '@playwright/test'
import { findViolations } from './fixtures/axe.ts'
import {
  createMonths,
  type GeneratedMonth,
  getGeneratedId,
  mockLibrary,
} from './fixtures/generated-library.ts'
import { createGrid, expectPictureLoaded, isInViewport } from './fixtures/grid.ts'
import { expect, test } from './fixtures/test.ts'

const scrubber = (page: Page) => page.getByRole('slider', { name: 'Jump to a month' })

interface Box {
  left: number
  right: number
  top: number
  tile: number
}

/** Places of the drawn months, in their order, px from the grid's corner. */
async function placesOf(page: Page): Promise<{ width: number; months: Box[] }> {
  return page.getByRole('grid').evaluate(grid => {
    const origin = grid.getBoundingClientRect()
    const months = [...grid.querySelectorAll('[data-month]')].map(section => {
      const tiles = [...section.querySelectorAll('[data-cell]')].map(tile => tile.getBoundingClientRect())
      return {
        left: tiles[0]!.left - origin.left,
        right: Math.max(...tiles.map(tile => tile.right)) - origin.left,
        top: tiles[0]!.top - origin.top,
        tile: tiles[0]!.width,
      }
    })
    return { width: origin.width, months }
  })
}

test('RV-103 small neighbouring months stand side by side at every width, in their order, and full lines end at both edges', async ({
  signedIn: page,
}) => {
  await mockLibrary(page, createMonths([2, 1, 2, 1, 1, 3, 1, 1, 1, 7]))
  for (const [width, lines] of [
    [390, [[0, 1], [2, 3], [4], [5], [6, 7, 8], [9]]],
    [768, [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9]]],
    [1280, [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9]]],
    [1920, [[0, 1, 2, 3, 4], [5, 6, 7, 8], [9]]],
  ] as const) {
    await page.setViewportSize({ width, height: 1400 })
    await createGrid(page).open()
    await expect(createGrid(page).months).toHaveCount(10)
    const { width: edge, months } = await placesOf(page)
    const tops = [...new Set(months.map(({ top }) => top))]
    const found = tops.map(top => months.flatMap((month, index) => (month.top === top ? [index] : [])))
    expect(found, `at ${width} px`).toEqual(lines)
    const alone = months[9]!.tile
    for (const line of found) {
      expect(months[line[0]!]!.left).toBe(0)
      for (const [before, month] of line.slice(1).entries())
        expect(months[month]!.left - months[line[before]!]!.right).toBeCloseTo(width < 1024 ? 10 : 20, 1)
      const { right, tile } = months[line.at(-1)!]!
      expect(alone - tile).toBeLessThanOrEqual(8.1)
      if (alone - tile > 0.1) expect(right).toBeCloseTo(edge, 1)
      expect(right).toBeLessThanOrEqual(edge + 0.1)
    }
    const headings = await createGrid(page).months.evaluateAll(all =>
      all.map(each => each.scrollWidth - each.clientWidth),
    )
    expect(Math.max(...headings), `headings at ${width} px`).toBeLessThanOrEqual(0)
  }
})

test('RV-103 a line of months is one row of the grid for the keyboard, for dragging and for screen readers; its months are selected one by one', {
  tag: '@suite',
}, async ({ signedIn: page }) => {
  await mockLibrary(page, createMonths([5, 2, 1, 2, 30]))
  const { open, tile, month } = createGrid(page)
  await open()
  const rows = ['November', 'October', 'September'].map(name => month(`${name} 2024`).getByRole('row'))
  for (const [index, row] of rows.entries()) {
    await expect(row.nth(0)).toHaveAttribute('aria-rowindex', '3')
    await expect(row.nth(1)).toHaveAttribute('aria-rowindex', '4')
    if (index > 0) await expect(row.nth(1)).toHaveAttribute('aria-colindex', String([1, 3, 4][index]))
  }
  await expect(month('August 2024').getByRole('row').first()).toHaveAttribute('aria-rowindex', '5')
  await expect(page.getByRole('grid')).toHaveAttribute('aria-colcount', '5')

  await tile(3).focus()
  for (const [key, position] of [
    ['ArrowDown', 8],
    ['ArrowRight', 9],
    ['ArrowDown', 14],
    ['ArrowUp', 9],
    ['ArrowLeft', 8],
    ['ArrowLeft', 7],
    ['ArrowUp', 2],
  ] as const) {
    await page.keyboard.press(key)
    await expect(tile(position)).toBeFocused()
  }

  await tile(7).hover()
  await page.mouse.down()
  const end = (await tile(9).boundingBox())!
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 6 })
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.mouse.up()
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(3)
  await page.getByRole('button', { name: 'Select all photos of September 2024' }).click()
  await expect(page.getByText('4 selected')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Deselect all photos of September 2024' })).toBeVisible()
  await page.getByRole('button', { name: 'Deselect all photos of October 2024' }).click()
  await expect(page.getByText('3 selected')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})

test('RV-103 on a phone a month of one column is abbreviated and can be selected; headings of a line stick together', {
  tag: '@phone-only',
}, async ({ signedIn: page }) => {
  await mockLibrary(page, createMonths([1, 1, 1, 40, 1, 1, 1, 40]))
  const { open, months, select, month } = createGrid(page)
  await open()
  await expect(months.first()).toHaveText('Dec 2024')
  await expect(months.first()).toHaveAccessibleName('December 2024')
  await select()
  await page.getByRole('button', { name: 'Select all photos of November 2024' }).tap()
  await expect(page.getByText('1 selected')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  const line = month('October 2024')
  await line.evaluate(section => scrollBy(0, section.getBoundingClientRect().top - 40))
  const tops = await Promise.all([0, 1, 2].map(async index => (await months.nth(index).boundingBox())!.y))
  expect(tops).toEqual([tops[0], tops[0], tops[0]])
  // Below the header of 56 px.
  expect(tops[0]).toBeGreaterThan(56)
  expect(tops[0]).toBeLessThan(100)
})

test('RV-103 UI-6 among 100,000 photos in 600 months previews, scrubber and a resized window keep the photo, with at most 120 tiles', async ({
  signedIn: page,
}) => {
  const months = createMonths(Array.from({ length: 600 }, (_, index) => (index % 3 === 0 ? 496 : 2)))
  await mockLibrary(page, months)
  const { tile } = createGrid(page)
  await page.addInitScript(() => {
    const seen = { tiles: 0 }
    Object.assign(window, { seen })
    const frame = () => {
      seen.tiles = Math.max(seen.tiles, document.querySelectorAll('[data-cell]').length)
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  // The first photo of the second month of a line.
  const position = 100 * 500 + 496 + 3
  await page.goto(`/my-photos/photos/preview/${getGeneratedId(months, position)}`)
  const shown = page
    .getByRole('dialog', { name: 'Photo preview' })
    .getByRole('img', { name: `Photo ${position.toLocaleString('en-GB')} of 100,000` })
  await expect(shown).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tile(position)).toBeFocused()
  expect(await isInViewport(tile(position))).toBe(true)
  await tile(position).click()
  await expect(page.getByRole('dialog', { name: 'Photo preview' })).toBeVisible()
  const before = (await tile(position).boundingBox())!
  await page.goBack()
  await expect(page.getByRole('dialog', { name: 'Photo preview' })).toHaveCount(0)
  expect(await tile(position).boundingBox()).toEqual(before)
  // The line at the upper edge keeps its place.
  await tile(position).evaluate(each =>
    scrollBy(0, each.closest('[data-month]')!.getBoundingClientRect().top - 64),
  )
  for (const [width, height] of [
    [1920, 1080],
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectPictureLoaded(tile(position))
    expect(await isInViewport(tile(position)), `at ${width} px`).toBe(true)
  }
  await scrubber(page).focus()
  await page.keyboard.press('Home')
  for (const name of ['November 2024', 'October 2024', 'September 2024', 'August 2024']) {
    await page.keyboard.press('ArrowDown')
    await expect(scrubber(page)).toHaveAttribute('aria-valuetext', name)
  }
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(scrubber(page)).toHaveAttribute('aria-valuetext', 'October 2024')
  const { tiles } = await page.evaluate(() => (window as unknown as { seen: { tiles: number } }).seen)
  expect(tiles).toBeLessThanOrEqual(120)
})

const UNDATED: GeneratedMonth[] = [
  ...createMonths(Array.from({ length: 40 }, () => 30)),
  { year: 1970, month: 1, count: 2000 },
]

test('RV-115 the scrubber labels the photos without a date, and no label hides another one', async ({
  signedIn: page,
}) => {
  await mockLibrary(page, UNDATED)
  await createGrid(page).open()
  const labels = scrubber(page).locator('> span[aria-hidden]').filter({ hasText: /./ })
  await expect(labels.last()).toHaveText('No date')
  const track = (await scrubber(page).boundingBox())!
  const undated = (await labels.last().boundingBox())!
  expect((undated.y - track.y) / track.height).toBeCloseTo(1200 / 3200, 1)
  await scrubber(page).press('PageDown')
  const current = scrubber(page).locator('> div span[aria-hidden]')
  await expect(current).toHaveText('Dec 2023')
  await expect(current).toHaveCSS('opacity', '1')
  const boxes = await Promise.all(
    [...(await labels.all()), current].map(async each => (await each.boundingBox())!),
  )
  for (const [index, a] of boxes.entries())
    for (const b of boxes.slice(index + 1))
      expect(
        a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y,
      ).toBe(true)
  await page.mouse.move(track.x + 20, track.y + track.height * 0.8)
  await expect(scrubber(page).getByText('Unknown Date')).toBeVisible()
})

test('RV-115 on a phone the handle shows the month while the photos scroll', { tag: '@phone-only' }, async ({
  signedIn: page,
}) => {
  await mockLibrary(page, UNDATED)
  await createGrid(page).open()
  const label = scrubber(page).locator('> div span[aria-hidden]')
  // It fades soon after the last movement.
  let top = 3000
  await expect
    .poll(async () => {
      await page.evaluate(y => scrollTo(0, y), top++)
      return label.evaluate(element => getComputedStyle(element).opacity)
    })
    .toBe('1')
  await expect(label).toHaveText(/^[A-Z][a-z]+ 2024$/)
  const handle = (await label.boundingBox())!
  expect(handle.x >= 0 && handle.x + handle.width <= page.viewportSize()!.width).toBe(true)
})
