import type { Locator, Page } from '@playwright/test'
import { createGrid, isInViewport } from './fixtures/grid.ts'
import type { Picture } from './fixtures/library.ts'
import { createTestWithLibrary } from './fixtures/shared-library.ts'
import { expect } from './fixtures/test.ts'
import { createFinger, type Point } from './fixtures/touch.ts'

/** Newest first: a large one in June 2024, 26 in May (two pages), one in April. */
const PICTURES: Picture[] = [
  { taken: '2024:06:02 16:34:00', offset: '+02:00', width: 1800, height: 1200, fileName: 'large.jpg' },
  ...Array.from({ length: 26 }, (_, index) => ({
    taken: `2024:05:${String(26 - index).padStart(2, '0')} 12:00:00`,
    width: 600,
    height: 400,
  })),
  { taken: '2024:04:03 12:00:00', width: 400, height: 600 },
]
const test = createTestWithLibrary(PICTURES)

/** Tests with touch need only three photos. */
const touchTest = createTestWithLibrary(PICTURES.slice(0, 3))

const viewerOf = (page: Page) => page.getByRole('dialog', { name: 'Photo preview' })
const picture = (page: Page) => viewerOf(page).getByRole('img', { name: /^Photo \d/ })
const expectPhoto = (page: Page, position: number) =>
  expect(picture(page)).toHaveAccessibleName(new RegExp(`^Photo ${position} of`))

/** Opens a photo by its tile and waits until it stops moving. */
async function openPhoto(page: Page, position: number) {
  const { open, tile } = createGrid(page)
  await open()
  await tile(position).click()
  await expectPhoto(page, position)
  await restingBox(picture(page))
}

/** The bounding box of an element after all animations. */
async function restingBox(element: Locator) {
  await element.evaluate(async picture => {
    const moving = () =>
      document.getAnimations().filter(animation => {
        const { target } = animation.effect as KeyframeEffect
        return target?.contains(picture) && animation.playState === 'running'
      })
    // A transition starts one frame after its style is set.
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    while (moving().length > 0) await Promise.allSettled(moving().map(({ finished }) => finished))
  })
  return (await element.boundingBox())!
}

/** A point of the window as fractions of the picture's box. */
const within = (box: { x: number; y: number; width: number; height: number }, { x, y }: Point) => ({
  x: (x - box.x) / box.width,
  y: (y - box.y) / box.height,
})

test('PL-055 PL-056 PL-062 the viewer fills the window and shows the 1300 px variant; back button and arrows work across pages and months and to both ends', {
  tag: '@suite',
}, async ({ signedIn: page }) => {
  await openPhoto(page, 2)
  const box = (await viewerOf(page).boundingBox())!
  expect(box).toMatchObject({ x: 0, y: 0, height: 800 })
  // Classic scroll bars keep their space, in black.
  expect(box.width).toBeGreaterThan(1280 - 20)
  const variant = picture(page).locator('img').last()
  await expect(variant).toHaveAttribute('src', /\/1300$/)
  await expect(variant).toHaveCSS('opacity', '1')
  const button = (name: string) => viewerOf(page).getByRole('button', { name })
  await button('Next photo').click()
  await expectPhoto(page, 3)
  await button('Previous photo').click()
  await button('Previous photo').click()
  await expectPhoto(page, 1)
  await expect(button('Previous photo')).toHaveCount(0)
  await button('Back to photos').click()
  await expect(viewerOf(page)).toHaveCount(0)
  await expect(page).toHaveURL('/my-photos/photos')

  await createGrid(page).tile(24).click()
  await expectPhoto(page, 24)
  for (const position of [25, 26, 27, 28]) {
    await page.keyboard.press('ArrowRight')
    await expectPhoto(page, position)
  }
  await page.keyboard.press('ArrowRight')
  await expectPhoto(page, 28)
  await page.keyboard.press('Home')
  await expectPhoto(page, 1)
  await page.keyboard.press('ArrowLeft')
  await expectPhoto(page, 1)
  await page.keyboard.press('End')
  await expectPhoto(page, 28)
})

test('PL-057 details describe the shown photo; arrow keys move and Escape closes, except below a modal', async ({
  signedIn: page,
  shared,
}) => {
  await openPhoto(page, 1)
  await viewerOf(page).getByRole('button', { name: 'Details' }).click()
  const details = viewerOf(page).getByRole('complementary', { name: 'Details' })
  const row = (name: string) =>
    details.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd')
  await expect(row('Taken')).toContainText('Sunday, 2 June 2024')
  await expect(row('Taken')).toContainText('16:34 · UTC+02:00')
  await expect(row('File name')).toHaveText('large.jpg')
  await expect(row('Type')).toHaveText('JPEG')
  await expect(row('Dimensions')).toHaveText('1800 × 1200 pixels, 2.2 MP')
  await expect(row('Size')).toHaveText(/^[\d.]+ KB$/)
  await page.keyboard.press('ArrowRight')
  await expect(row('File name')).toHaveText('holiday-2.jpg')
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await expect(viewerOf(page)).toBeVisible()

  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expectPhoto(page, 4)
  await expect(page).toHaveURL(`/my-photos/photos/preview/${shared.photoIds[3]}`)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expectPhoto(page, 2)
  await page.keyboard.press('Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete this photo?' })
  await expect(question).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expectPhoto(page, 2)
  await expect(page).toHaveURL(`/my-photos/photos/preview/${shared.photoIds[1]}`)
  await page.keyboard.press('Escape')
  await expect(viewerOf(page)).toHaveCount(0)
})

test('RV-409 a printed preview is the whole photo alone on one page', async ({ signedIn: page }) => {
  for (const [position, width, height] of [
    [1, 1800, 1200],
    [28, 400, 600],
  ] as const) {
    await openPhoto(page, 1)
    if (position > 1) await page.keyboard.press('End')
    await expectPhoto(page, position)
    await restingBox(picture(page))
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(viewerOf(page).getByRole('button')).toHaveCount(0)
    const images = viewerOf(page).locator('img:visible')
    await expect(images).toHaveCount(1)
    // The whole window: the picture is fitted into it.
    expect(await images.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize()! })
    expect(
      await images.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight),
    ).toBeCloseTo(width / height, 1)
    await page.emulateMedia({ media: null })
    await page.keyboard.press('Escape')
  }
})

test('PL-067 OP-93 closing, also by Back, restores the scroll position and focuses the tile of the last photo, scrolled into view if needed', {
  tag: '@suite',
}, async ({ signedIn: page, shared }) => {
  const { open, tile } = createGrid(page)
  await open()
  await tile(19).scrollIntoViewIfNeeded()
  await page.evaluate(() => window.scrollTo(0, 420))
  const scrolled = () => page.evaluate(() => scrollY)
  await expect.poll(() => isInViewport(tile(14))).toBe(true)
  const before = await scrolled()
  expect(before).toBeGreaterThan(300)
  await tile(14).click()
  await expectPhoto(page, 14)
  await page.keyboard.press('ArrowRight')
  await expectPhoto(page, 15)
  await page.keyboard.press('Escape')
  await expect(tile(15)).toBeFocused()
  expect(await scrolled()).toBe(before)
  expect(await isInViewport(tile(15))).toBe(true)
  await page.keyboard.press('ArrowLeft')
  await expect(tile(14)).toBeFocused()

  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect(tile(2)).toBeFocused()
  expect(await isInViewport(tile(28))).toBe(false)
  await page.keyboard.press('Enter')
  await expectPhoto(page, 2)
  await page.keyboard.press('End')
  await expectPhoto(page, 28)
  await expect(page).toHaveURL(`/my-photos/photos/preview/${shared.photoIds[27]}`)
  await page.goBack()
  await expect(viewerOf(page)).toHaveCount(0)
  await expect(page).toHaveURL('/my-photos/photos')
  await expect(tile(28)).toBeFocused()
  expect(await isInViewport(tile(28))).toBe(true)
  await page.goForward()
  await expectPhoto(page, 28)
})

test('PL-058 a click zooms to 2.5 at the pointer, dragging pans, a click ends it; so does the wheel; the original replaces the variant', async ({
  signedIn: page,
}) => {
  await openPhoto(page, 1)
  const original = picture(page).locator('img[src$="/view"]')
  await expect(picture(page).locator('img[src$="/1300"]')).toHaveCSS('opacity', '1')
  await expect(original).toHaveCount(0)
  const whole = await restingBox(picture(page))
  const width = async () => (await restingBox(picture(page))).width
  await page.keyboard.press('z')
  await expect(original).toHaveCSS('opacity', '1')
  expect(await original.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(1800)
  await page.keyboard.press('z')
  await expect.poll(width).toBeCloseTo(whole.width, 0)

  const at = { x: whole.x + whole.width * 0.3, y: whole.y + whole.height * 0.4 }
  await page.mouse.click(at.x, at.y)
  await expect.poll(async () => (await width()) / whole.width).toBeCloseTo(2.5, 2)
  const zoomed = await restingBox(picture(page))
  expect(within(zoomed, at).x).toBeCloseTo(0.3, 2)
  expect(within(zoomed, at).y).toBeCloseTo(0.4, 2)
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  await page.mouse.move(at.x + 60, at.y + 40, { steps: 4 })
  await page.mouse.up()
  const dragged = await restingBox(picture(page))
  expect(dragged.width).toBeCloseTo(zoomed.width, 0)
  expect(dragged.x - zoomed.x).toBeCloseTo(60, 0)
  expect(dragged.y - zoomed.y).toBeCloseTo(40, 0)
  await expectPhoto(page, 1)
  await page.mouse.click(at.x, at.y)
  await expect.poll(width).toBeCloseTo(whole.width, 0)

  const wheeled = { x: whole.x + whole.width * 0.6, y: whole.y + whole.height * 0.5 }
  await page.mouse.move(wheeled.x, wheeled.y)
  await page.mouse.wheel(0, -300)
  await expect.poll(async () => (await width()) / whole.width).toBeGreaterThan(1.2)
  expect(within(await restingBox(picture(page)), wheeled).x).toBeCloseTo(0.6, 2)
  await page.mouse.wheel(0, 3000)
  await expect.poll(width).toBeCloseTo(whole.width, 0)
})

touchTest.describe('fingers', () => {
  const tag = '@phone-only'
  const middle = { x: 195, y: 400 }

  touchTest(
    'PL-058 PL-061 the picture goes 1.5 px per px towards a photo, 0.2 against an end; a double tap within 200 ms zooms, two taps do not',
    { tag },
    async ({ signedIn: page }) => {
      await openPhoto(page, 1)
      const finger = await createFinger(page)
      const whole = await restingBox(picture(page))
      const drawnBy = async () => (await picture(page).boundingBox())!.x - whole.x
      for (const [movement, drawn] of [
        [-100, -150],
        [100, 20],
      ] as const) {
        await finger.press(middle)
        await finger.move({ x: middle.x + movement / 2, y: middle.y })
        await finger.move({ x: middle.x + movement, y: middle.y })
        await expect.poll(drawnBy).toBeCloseTo(drawn, 0)
        await finger.move(middle)
        await finger.lift()
        await restingBox(picture(page))
      }

      const at = { x: whole.x + whole.width * 0.5, y: whole.y + whole.height * 0.5 }
      const scale = async () => (await restingBox(picture(page))).width / whole.width
      await finger.tapTwice(at, 400)
      expect(await scale()).toBeCloseTo(1, 2)
      await finger.tapTwice(at, 150)
      await expect.poll(scale).toBeCloseTo(2.5, 2)
      // One finger pans the zoomed picture instead of changing the photo.
      await finger.swipe(at, { x: at.x - 200, y: at.y })
      await expectPhoto(page, 1)
      expect(await scale()).toBeCloseTo(2.5, 2)
      await finger.tapTwice(at, 150)
      await expect.poll(scale).toBeCloseTo(1, 2)
    },
  )

  touchTest(
    'PL-056 PL-059 PL-060 a swipe over 35% of the width moves on, one down over 35% of the height closes; shorter ones spring back',
    { tag: ['@suite', tag] },
    async ({ signedIn: page }) => {
      await openPhoto(page, 2)
      const finger = await createFinger(page)
      const stage = (await viewerOf(page).locator('[data-stage]').boundingBox())!
      const aside = (px: number) => finger.swipe(middle, { x: middle.x + px, y: middle.y })
      const farAside = 0.35 * stage.width
      for (const name of ['Next photo', 'Previous photo'])
        await expect(viewerOf(page).getByRole('button', { name })).toHaveCount(0)
      const rest = await restingBox(picture(page))
      await aside(5 - farAside)
      await restingBox(picture(page))
      await expectPhoto(page, 2)
      expect((await restingBox(picture(page))).x).toBeCloseTo(rest.x, 0)
      await aside(-5 - farAside)
      await expectPhoto(page, 3)
      await aside(5 + farAside)
      await expectPhoto(page, 2)
      await aside(5 + farAside)
      await expectPhoto(page, 1)
      const first = await restingBox(picture(page))
      await aside(40 + farAside)
      await expectPhoto(page, 1)
      expect((await restingBox(picture(page))).x).toBeCloseTo(first.x, 0)

      const farDown = 0.35 * stage.height
      const down = (px: number) => finger.swipe({ x: 195, y: 300 }, { x: 195, y: 300 + px })
      await down(farDown - 5)
      expect((await restingBox(picture(page))).y).toBeCloseTo(first.y, 0)
      await down(farDown + 5)
      await expect(viewerOf(page)).toHaveCount(0)
      await expect(page).toHaveURL('/my-photos/photos')
    },
  )
})
