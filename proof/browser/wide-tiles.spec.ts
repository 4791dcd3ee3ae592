import { findViolationsInBothSchemes } from './fixtures/axe.ts'
import { mockLibrary } from './fixtures/generated-library.ts'
import { cellOf, createGrid } from './fixtures/grid.ts'
import { leaveMark, selectionBar, topOf } from './fixtures/place.ts'
import { createTestWithLibrary } from './fixtures/shared-library.ts'
import { expect, test as ownTest } from './fixtures/test.ts'

/** Twelve photos of a month, newest first; the second and the fourth are panoramas. */
const test = createTestWithLibrary(
  Array.from({ length: 12 }, (_, index) => ({
    taken: `2024:06:${30 - index} 10:00:00`,
    width: index === 1 || index === 3 ? 960 : 480,
    height: 320,
  })),
)

/** Columns of the grid, those of its first photos, and the photo below the second one. */
const WINDOWS = [
  // The fourth photo would start in the last column.
  { width: 1280, height: 900, columns: 5, spans: [1, 2, 1, 1, 1], below: 6 },
  { width: 390, height: 844, columns: 3, spans: [1, 2, 1, 2, 1], below: 4 },
]

for (const { columns, spans, below, ...size } of WINDOWS)
  test(`NX-254 a panorama spans two columns at ${size.width}, keys pass it and ranges count right`, async ({
    signedIn: page,
  }) => {
    await page.setViewportSize(size)
    const { open, select, tile } = createGrid(page)
    await open()
    await expect(page.getByRole('grid')).toHaveAttribute('aria-colcount', String(columns))
    const box = async (position: number) => (await tile(position).boundingBox())!
    const first = await box(1)
    const gap = (await box(2)).x - first.x - first.width
    let slot = 0
    for (const [index, span] of spans.entries()) {
      const { x, y, width, height } = await box(index + 1)
      expect(x - first.x).toBeCloseTo((slot % columns) * (first.width + gap), 0)
      expect(y - first.y).toBeCloseTo(Math.floor(slot / columns) * (first.height + gap), 0)
      expect(width).toBeCloseTo(span * first.width + (span - 1) * gap, 0)
      expect(height).toBeCloseTo(first.height, 0)
      slot += span
    }
    await expect(cellOf(page, 2)).toHaveAttribute('aria-colspan', '2')
    await expect(cellOf(page, 2)).toHaveAttribute('aria-colindex', '2')
    expect(await findViolationsInBothSchemes(page, '[role=grid]')).toEqual([])

    await tile(1).focus()
    for (let position = 2; position <= 12; position++) {
      await page.keyboard.press('ArrowRight')
      await expect(tile(position)).toBeFocused()
    }
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect(tile(below)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(tile(2)).toBeFocused()

    await select()
    await tile(1).click()
    await tile(7).click({ modifiers: ['Shift'] })
    await expect(selectionBar(page)).toContainText('7 selected')
    await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(7)
    await page.keyboard.press('Escape')
    await expect(selectionBar(page)).toHaveCount(0)
    // Drawn with the mouse from the right half of the panorama.
    const [from, to] = [await box(2), await box(6)]
    await page.mouse.move(from.x + from.width * 0.9, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 })
    await page.mouse.up()
    await expect(selectionBar(page)).toContainText('5 selected')
  })

ownTest('NX-254 a page with wide photos is found again where it was left', async ({ signedIn: page }) => {
  const wide = Array.from({ length: 60 }, (_, index) => index * 3)
  await mockLibrary(page, [
    { year: 2024, month: 12, count: 24, wide: wide.slice(0, 8) },
    { year: 2024, month: 11, count: 900, wide },
  ])
  await createGrid(page).open()
  const place = await leaveMark(page)
  await page.reload()
  await expect.poll(() => topOf(page, place.id)).toBe(place.top)
})
