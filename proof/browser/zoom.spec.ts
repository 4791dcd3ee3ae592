import type { Page } from '@playwright/test'
import { findViolationsInBothSchemes } from './fixtures/axe.ts'
import { createGrid } from './fixtures/grid.ts'
import { createTestWithLibrary } from './fixtures/shared-library.ts'
import { expect } from './fixtures/test.ts'

const WIDTH = 4000
const HEIGHT = 3000
const test = createTestWithLibrary([
  { taken: '2024:06:02 16:34:00', width: WIDTH, height: HEIGHT, fileName: 'large.jpg' },
  { taken: '2024:06:01 12:00:00', width: 600, height: 400 },
])

const viewer = (page: Page) => page.getByRole('dialog', { name: 'Photo preview' })
const picture = (page: Page) => viewer(page).getByRole('img', { name: /^Photo \d/ })
const map = (page: Page) => viewer(page).locator('[data-zoom-map]')
const zoomBar = (page: Page) => viewer(page).getByRole('group', { name: 'Zoom' })
const slider = (page: Page) => viewer(page).getByRole('slider', { name: 'Zoom' })
const width = async (page: Page) => (await picture(page).boundingBox())!.width

async function openLargePhoto(page: Page) {
  const { open, tile } = createGrid(page)
  await open()
  await tile(1).click()
  await expect(picture(page)).toHaveAccessibleName(/^Photo 1 of 2/)
  await expect(picture(page).locator('img[src$="/1300"]')).toHaveCSS('opacity', '1')
}

test('NX-255 RV-806 key 1 shows one pixel of the picture as one of the screen; title, slider and map say so', {
  tag: '@suite',
}, async ({ signedIn: page }) => {
  await openLargePhoto(page)
  const fitted = await width(page)
  await expect(zoomBar(page)).toHaveCount(0)
  await page.keyboard.press('1')
  await expect.poll(() => width(page)).toBeCloseTo(WIDTH, 0)
  await expect(picture(page).locator('img[src$="/view"]')).toHaveCSS('opacity', '1')
  await expect(viewer(page).getByText('4000 × 3000, pixel for pixel')).toBeVisible()
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '100%')
  await expect(map(page)).toBeVisible()
  expect(await findViolationsInBothSchemes(page, '[role=dialog]')).toEqual([])

  const frame = map(page).locator('span')
  const [mapBox, frameBox] = [(await map(page).boundingBox())!, (await frame.boundingBox())!]
  const stage = (await viewer(page).locator('[data-stage]').boundingBox())!
  expect(frameBox.width / mapBox.width).toBeCloseTo(stage.width / WIDTH, 1)
  expect(frameBox.x + frameBox.width / 2).toBeCloseTo(mapBox.x + mapBox.width / 2, 0)
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(async () => (await frame.boundingBox())!.x).toBeGreaterThan(frameBox.x + 5)
  await expect(picture(page)).toHaveAccessibleName(/^Photo 1 of 2/)

  await zoomBar(page).getByRole('button', { name: 'Fit' }).click()
  await expect.poll(() => width(page)).toBeCloseTo(fitted, 0)
  await expect(zoomBar(page)).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expect(picture(page)).toHaveAccessibleName(/^Photo 2 of 2/)
})

test('NX-255 RV-806 a double click toggles fitted and 100 %, the wheel ends at 200 %, a single click stays 2.5', async ({
  signedIn: page,
}) => {
  await openLargePhoto(page)
  const fitted = await width(page)
  const box = (await picture(page).boundingBox())!
  const at = [box.x + box.width * 0.4, box.y + box.height * 0.5] as const
  await page.mouse.dblclick(...at)
  await expect.poll(() => width(page)).toBeCloseTo(WIDTH, 0)
  const zoomed = (await picture(page).boundingBox())!
  expect((at[0] - zoomed.x) / zoomed.width).toBeCloseTo(0.4, 2)
  await page.mouse.dblclick(...at)
  await expect.poll(() => width(page)).toBeCloseTo(fitted, 0)
  await page.mouse.click(...at)
  await expect.poll(async () => (await width(page)) / fitted).toBeCloseTo(2.5, 2)
  for (let turn = 0; turn < 8; turn++) await page.mouse.wheel(0, -300)
  await expect.poll(() => width(page)).toBeCloseTo(2 * WIDTH, 0)
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '200%')
})

test('NX-255 the slider works by keyboard: its keys change no photo, its mark is 100 %, Escape closes the viewer', async ({
  signedIn: page,
}) => {
  await openLargePhoto(page)
  await page.keyboard.press('z')
  await slider(page).focus()
  await page.keyboard.press('End')
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '200%')
  for (let press = 0; press < 100; press++) {
    if ((await slider(page).getAttribute('aria-valuetext')) === '100%') break
    await page.keyboard.press('ArrowLeft')
  }
  await expect.poll(() => width(page)).toBeCloseTo(WIDTH, 0)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => width(page)).toBeLessThan(WIDTH - 10)
  await page.keyboard.press('Home')
  // The bar stays while it has the focus.
  await expect(zoomBar(page)).toBeVisible()
  await zoomBar(page).getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(() => slider(page).getAttribute('aria-valuetext')).not.toBe('100%')
  await expect(picture(page)).toHaveAccessibleName(/^Photo 1 of 2/)
  await slider(page).focus()
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
})
