import type { Page, Request } from '@playwright/test'
import { createGrid, expectPictureLoaded } from './fixtures/grid.ts'
import { preventPreload } from './fixtures/screen.ts'
import { createTestWithLibrary } from './fixtures/shared-library.ts'
import { expect } from './fixtures/test.ts'

/** More months than fit into the window: some photos are only in the overscan. */
const PICTURES = Array.from({ length: 40 }, (_, index) => ({
  taken: `${2024 - Math.floor(index / 24)}:05:${String((index % 24) + 1).padStart(2, '0')} 12:00:00`,
  width: 1200,
  height: 800,
}))

const test = createTestWithLibrary(PICTURES)

interface PictureEvent {
  size: string
  photo: string
  state: 'requested' | 'finished'
}

/** Requests of the tiles' pictures from now on, in order. */
function recordPictures(page: Page): PictureEvent[] {
  const events: PictureEvent[] = []
  const record = (state: PictureEvent['state']) => (request: Request) => {
    const [, photo = '', size = ''] = /\/media\/[^/]+\/([^/]+)\/(\d+)$/.exec(request.url()) ?? []
    if (size) events.push({ size, photo, state })
  }
  page.on('request', record('requested'))
  page.on('requestfinished', record('finished'))
  return events
}

const sizesOf = (events: readonly PictureEvent[]) => [...new Set(events.map(({ size }) => size))].sort()

test('RV-504 PL-037 with DPR 1 the tiles of a large screen load only pictures of 300 px, those in the window first', async ({
  signedIn: page,
}) => {
  const { open, tile } = createGrid(page)
  const events = recordPictures(page)
  await page.setViewportSize({ width: 1280, height: 600 })
  await open()
  await expectPictureLoaded(tile(1))
  await page.waitForLoadState('networkidle')
  expect(sizesOf(events)).toEqual(['300'])
  const priorities = await page.getByRole('grid').evaluate(grid =>
    [...grid.querySelectorAll('img')].map(picture => ({
      priority: picture.fetchPriority,
      inWindow: picture.getBoundingClientRect().top < innerHeight,
    })),
  )
  expect(priorities.filter(each => each.priority !== (each.inWindow ? 'high' : 'low'))).toEqual([])
  expect(new Set(priorities.map(({ priority }) => priority))).toEqual(new Set(['high', 'low']))
})

test.describe('on a screen with DPR 2', () => {
  test.use({ deviceScaleFactor: 2 })

  test('RV-504 the larger pictures of the tiles in the window follow when nothing else is on its way, and no frame is without a picture', async ({
    signedIn: page,
    shared,
  }) => {
    const { tile } = createGrid(page)
    const events = recordPictures(page)
    const held = Promise.withResolvers<void>()
    const newest = shared.photoIds[23]!
    await page.route(`**/media/*/${newest}/300`, async route => {
      await held.promise
      await route.continue()
    })
    await page.setViewportSize({ width: 1280, height: 600 })
    // The event 'load' may wait for the picture that is held.
    await page.goto('/my-photos/photos', { waitUntil: 'domcontentloaded' })
    await expectPictureLoaded(tile(2))
    await page.evaluate(countEmptyFrames)
    held.resolve()
    const inWindow = page.getByRole('grid').locator('[data-photo]').and(page.locator(':visible'))
    await expect(tile(1).locator('img').last()).toHaveJSProperty('naturalWidth', 800)
    await expect(tile(2).locator('img').last()).toHaveJSProperty('naturalWidth', 800)
    const count = await inWindow.evaluateAll(
      tiles =>
        tiles.filter(each => {
          const { top, bottom } = each.getBoundingClientRect()
          return bottom > 0 && top < innerHeight
        }).length,
    )
    const finished = () =>
      events.filter(({ size, state }) => size === '800' && state === 'finished').map(({ photo }) => photo)
    await expect.poll(() => new Set(finished()).size).toBe(count)
    // Each once, none for the overscan, all after the last small one.
    expect(finished()).toHaveLength(count)
    const first = events.findIndex(({ size }) => size === '800')
    const small = events.slice(0, first).filter(({ size }) => size === '300')
    expect(small.filter(({ state }) => state === 'finished')).toHaveLength(
      small.filter(({ state }) => state === 'requested').length,
    )
    expect(small.map(({ photo }) => photo)).toContain(newest)
    expect(sizesOf(events.slice(first).filter(({ state }) => state === 'requested'))).toEqual(['800'])
    expect(await page.evaluate(() => (globalThis as unknown as { emptyFrames: number }).emptyFrames)).toBe(0)

    await test.step('tiles that come into the window follow', async () => {
      const before = finished().length
      await page.mouse.wheel(0, 600)
      await expect.poll(() => finished().length).toBeGreaterThan(before)
    })
  })

  test('RV-504 where the browser asks to save data the small pictures stay', async ({ signedIn: page }) => {
    await preventPreload(page)
    const { open, tile } = createGrid(page)
    const events = recordPictures(page)
    await open()
    await expectPictureLoaded(tile(1))
    await page.waitForLoadState('networkidle')
    // A scroll is what the larger pictures of other tiles follow.
    await page.mouse.wheel(0, 600)
    await page.waitForLoadState('networkidle')
    expect(sizesOf(events)).toEqual(['300'])
  })
})

test.describe('on a phone with DPR 3', () => {
  test.use({ deviceScaleFactor: 3, viewport: { width: 390, height: 844 } })

  test('RV-504 PL-037 tiles load only pictures of 300 px', async ({ signedIn: page }) => {
    const { open, tile } = createGrid(page)
    const events = recordPictures(page)
    await open()
    await expectPictureLoaded(tile(1))
    await page.waitForLoadState('networkidle')
    expect(sizesOf(events)).toEqual(['300'])
  })
})

/** Runs in the page: counts the frames in which a tile that showed a picture shows none. */
function countEmptyFrames(): void {
  Object.assign(globalThis, { emptyFrames: 0 })
  const shown = new Set<Element>()
  const frame = () => {
    for (const tile of document.querySelectorAll('[data-photo]')) {
      const visible = [...tile.querySelectorAll('img')].some(
        picture =>
          picture.complete && picture.naturalWidth > 0 && Number(getComputedStyle(picture).opacity) > 0.9,
      )
      if (visible) shown.add(tile)
      else if (shown.has(tile)) (globalThis as unknown as { emptyFrames: number }).emptyFrames++
    }
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}
