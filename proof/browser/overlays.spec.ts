import { findViolations } from './fixtures/axe.ts'
import { dragFiles } from './fixtures/drop.ts'
import { createGrid, expectPictureLoaded } from './fixtures/grid.ts'
import { expect } from './fixtures/test.ts'
import { test } from './fixtures/three-months.ts'

test('RV-117 files dragged over the page: the overlay says what dropping does and which files are photos', async ({
  signedIn: page,
}) => {
  const { open } = createGrid(page)
  await open()
  const invitation = page.getByText('Drop photos to add them')
  await expect(invitation).toHaveCount(0)
  await dragFiles(page, [{ name: 'beach.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('x') }])
  await expect(invitation).toBeVisible()
  await expect(page.getByText(/^JPEG, PNG and HEIC\./)).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})

/** The address of a picture without its size: a tile may have loaded its larger picture by then. */
const photoOf = (url: string | null) => url?.replace(/\/\d+$/, '')

for (const motion of ['no-preference', 'reduce'] as const)
  test.describe(`with motion ${motion}`, () => {
    test.use({ contextOptions: { reducedMotion: motion } })

    test(`RV-117 ordering prints shows the chosen photos, which ${motion === 'reduce' ? 'are there at once' : 'fly there from their tiles'}`, async ({
      signedIn: page,
    }) => {
      const { open, select, tile } = createGrid(page)
      await page.route('**/temp-selections', () => undefined)
      await open()
      for (const position of [2, 4]) await expectPictureLoaded(tile(position))
      await select()
      await tile(2).click()
      await tile(4).click()
      const pictures = page.getByRole('alertdialog').locator('img')
      const chosen = await Promise.all(
        [2, 4].map(async position => ({
          photo: photoOf(await tile(position).locator('img').last().getAttribute('src')),
          box: (await tile(position).boundingBox())!,
        })),
      )
      // The flight waits at its start, however late the test looks.
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Animation.enable')
      await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 })
      await page.getByRole('button', { name: 'Order prints' }).click()
      await expect(pictures).toHaveCount(2)
      const shown = await pictures.evaluateAll(all => all.map(each => each.getAttribute('src')))
      expect(shown.map(photoOf)).toEqual(chosen.map(({ photo }) => photo))
      const starts = await pictures.evaluateAll(all =>
        all.map(picture => {
          const [flight] = picture.parentElement!.getAnimations()
          if (!flight) return null
          flight.pause()
          flight.currentTime = 0
          const { left, top, width, height } = picture.parentElement!.getBoundingClientRect()
          return { x: left + width / 2, y: top + height / 2 }
        }),
      )
      if (motion === 'reduce') return expect(starts).toEqual([null, null])
      for (const [index, { box }] of chosen.entries()) {
        expect(starts[index]!.x).toBeCloseTo(box.x + box.width / 2, -0.5)
        expect(starts[index]!.y).toBeCloseTo(box.y + box.height / 2, -0.5)
      }
    })
  })
