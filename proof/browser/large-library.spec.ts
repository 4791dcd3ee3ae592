import type { Page } from '@playwright/test'
import { createMonths, getGeneratedId, mockLibrary } from './fixtures/generated-library.ts'
import { createGrid, expectPictureLoaded, isInViewport } from './fixtures/grid.ts'
import { expect, test } from './fixtures/test.ts'

/** 200 months of 5,000 photos, back to May 2008. */
const MONTHS = createMonths(Array.from({ length: 200 }, () => 5000))
const TOTAL = 1_000_000
const MAX_TILES = 120

const scrubber = (page: Page) => page.getByRole('slider', { name: 'Jump to a month' })

/** A layout-shift entry; missing in the DOM's types. */
interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
}

/**
 * Observes every frame: the largest number of tiles, and layout shifts without user input after `settled`. Before it,
 * the counts of the tabs load and move the second tab.
 */
async function watch(page: Page) {
  await page.addInitScript(() => {
    const seen = { tiles: 0, shift: 0, frames: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as LayoutShift[])
        if (!entry.hadRecentInput) seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    const frame = () => {
      seen.frames++
      seen.tiles = Math.max(seen.tiles, document.querySelectorAll('[data-cell]').length)
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  const seen = () =>
    page.evaluate(
      () => (window as unknown as { seen: { tiles: number; shift: number; frames: number } }).seen,
    )
  const settled = async () => {
    await expect(page.getByRole('link', { name: /^Photos [\d,]+$/ })).toBeVisible()
    await page.evaluate(
      () =>
        new Promise<void>(resolve =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              ;(window as unknown as { seen: { shift: number } }).seen.shift = 0
              resolve()
            }),
          ),
        ),
    )
  }
  return Object.assign(seen, { settled })
}

test.beforeEach(async ({ signedIn: page }) => {
  await mockLibrary(page, MONTHS)
})

test('UI-6 UI-4 UI-7 OP-93 PL-033 a deep link opens any photo with its neighbours, and closing it shows its tile; two keys and Enter open the last of a million photos', async ({
  page,
}) => {
  const seen = await watch(page)
  const { tile, month } = createGrid(page)
  const shows = (position: number) =>
    expect(
      page
        .getByRole('dialog', { name: 'Photo preview' })
        .getByRole('img', { name: new RegExp(`^Photo ${position.toLocaleString('en-GB')} of 1,000,000`) }),
    ).toBeVisible()
  await page.goto(`/my-photos/photos/preview/${getGeneratedId(MONTHS, 654_321)}`)
  await shows(654_321)
  await page.keyboard.press('ArrowRight')
  await shows(654_322)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/my-photos/photos')
  await expect(tile(654_322)).toBeFocused()
  expect(await isInViewport(tile(654_322))).toBe(true)
  await page.keyboard.press('ArrowRight')
  await expect(tile(654_323)).toBeFocused()
  await page.keyboard.press('Enter')
  await shows(654_323)
  await page.keyboard.press('Escape')
  await expect(tile(654_323)).toBeFocused()

  await expect(page.getByRole('link', { name: 'Photos 1,000,000' })).toBeVisible()
  await page.keyboard.press('Home')
  await expect(tile(1)).toBeFocused()
  await seen.settled()
  await page.keyboard.press('End')
  const more = month('May 2008').getByRole('button', { name: 'Show 4,976 more photos' })
  await expect(more).toBeFocused()
  await expect(more).toHaveText('+4,976')
  await page.keyboard.press('Enter')
  await expect(more).toHaveCount(0)
  await page.keyboard.press('End')
  await expect(tile(TOTAL)).toBeFocused()
  await expect(tile(TOTAL)).toHaveAttribute('data-photo', getGeneratedId(MONTHS, TOTAL))
  await expectPictureLoaded(tile(TOTAL))
  expect(await isInViewport(tile(TOTAL))).toBe(true)
  await page.keyboard.press('ArrowLeft')
  await expect(tile(TOTAL - 1)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(tile(1)).toBeFocused()
  const { tiles, shift } = await seen()
  expect(tiles).toBeLessThanOrEqual(MAX_TILES)
  expect(shift).toBe(0)
})

test('UI-6 UI-4 UI-7 the scrubber reaches every month with at most 120 tiles and no layout shift; resizing the window keeps the visible photo', async ({
  page,
}) => {
  const seen = await watch(page)
  const { open, tile } = createGrid(page)
  await open()
  await seen.settled()
  const box = (await scrubber(page).boundingBox())!
  const x = box.x + box.width / 2
  for (const place of [20, 199, 100, 0, 150]) {
    // Just below the month's first row.
    await page.mouse.click(x, box.y + ((place + 0.2) / MONTHS.length) * box.height)
    const { year, month } = MONTHS[place]!
    const name = new Date(Date.UTC(year, month - 1)).toLocaleString('en-GB', {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    })
    await expect(scrubber(page)).toHaveAttribute('aria-valuetext', name)
    await expectPictureLoaded(tile(place * 5000 + 10))
  }
  await page.mouse.move(x, box.y + 5)
  await page.mouse.down()
  await page.mouse.move(x, box.y + box.height - 1, { steps: 30 })
  await page.mouse.up()
  await expect(scrubber(page)).toHaveAttribute('aria-valuetext', 'May 2008')
  const { tiles, shift, frames } = await seen()
  expect(frames).toBeGreaterThan(10)
  expect(tiles).toBeLessThanOrEqual(MAX_TILES)
  expect(shift).toBe(0)

  await scrubber(page).focus()
  await page.keyboard.press('Home')
  await expect(scrubber(page)).toHaveAttribute('aria-valuetext', 'December 2024')
  for (let year = 0; year < 8; year++) await page.keyboard.press('PageDown')
  await expect(scrubber(page)).toHaveAttribute('aria-valuetext', 'December 2016')
  const first = 96 * 5000 + 1
  await expectPictureLoaded(tile(first))
  for (const [width, height] of [
    [2560, 1440],
    [700, 900],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectPictureLoaded(tile(first))
    expect(await isInViewport(tile(first))).toBe(true)
  }
  expect((await seen()).tiles).toBeLessThanOrEqual(MAX_TILES)
})
