import { addAlbumPhotos, createAlbum } from '#contract/albums.ts'
import { deletePhotos } from '#contract/photos.ts'
import { createGrid } from './fixtures/grid.ts'
import { createDailyPictures } from './fixtures/library.ts'
import { leaveMark, selectionBar, topOf } from './fixtures/place.ts'
import { importSharedAlbum } from './fixtures/shared-album.ts'
import { expect, test } from './fixtures/test.ts'

test('RV-815 timeline, album, shared album and bin are found again where they were left, with their selection: after Back from another screen, a reload and Back from another site', async ({
  signedIn: page,
  customer,
  library,
  friend,
}) => {
  const { client } = customer
  const ids = await library.add(createDailyPictures(70, { width: 90, height: 60 }))
  const { albumId } = await client.call(createAlbum, { body: { name: 'Oslo' } })
  const kept = ids.slice(0, 36)
  await client.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds: kept } })
  const sharedAlbumId = await importSharedAlbum({
    name: 'By the sea',
    owner: customer,
    participants: [friend],
    photos: kept.map(photoId => ({ owner: customer, photoId })),
  })
  await client.call(deletePhotos, { body: { photoIds: ids.slice(36) } })
  await page.setViewportSize({ width: 1024, height: 500 })
  const galleries = {
    timeline: '/my-photos/photos',
    album: `/my-photos/albums/${albumId}`,
    'shared album': `/my-photos/shared-albums/${sharedAlbumId}`,
    bin: '/my-photos/deleted',
  }
  for (const [name, path] of Object.entries(galleries)) {
    await test.step(name, async () => {
      await page.goto(path)
      const { id, top } = await leaveMark(page)
      const expectPlace = async (way: string) => {
        await expect.poll(() => topOf(page, id), { message: `${name} after ${way}` }).toBe(top)
        await expect(selectionBar(page), `selection of ${name} after ${way}`).toContainText('1 selected')
      }
      await page.getByRole('link', { name: 'Downloads' }).first().click()
      await expect(page.getByRole('heading', { level: 1, name: 'Downloads' })).toBeVisible()
      await page.goBack()
      await expectPlace('Back')
      await page.reload()
      await expectPlace('a reload')
      await page.goto(`http://localhost:${process.env.E2E_SHOP_PORT}/healthz`)
      await page.goBack()
      await expectPlace('Back from another site')
      // A new visit begins at the top, with nothing selected.
      await page.getByRole('button', { name: 'Cancel selection' }).click()
      await page.getByRole('link', { name: 'Downloads' }).first().click()
      await expect(page.getByRole('heading', { level: 1, name: 'Downloads' })).toBeVisible()
      await page.goto(path)
      await expect(page.locator('[data-photo]').first()).toBeVisible()
      expect(await page.evaluate(() => scrollY)).toBe(0)
    })
  }
})

test('RV-815 the photo is found, not its number: photos that were deleted before it meanwhile do not move it, and the opened pages of a month stay open', {
  tag: '@suite',
}, async ({ signedIn: page, customer: { client }, library }) => {
  await library.add(
    createDailyPictures(75, { width: 90, height: 60 }).map(picture => ({
      ...picture,
      taken: '2024:06:30 10:00:00',
    })),
  )
  await page.setViewportSize({ width: 1024, height: 500 })
  const { open } = createGrid(page)
  await open()
  await page.getByRole('button', { name: 'Show 51 more photos' }).click()
  const { id, top } = await leaveMark(page)
  await page.goto('/downloads')
  const first = await client.fetch('/api/photo-management/photos/timeline/2024/6?limit=1')
  const { images } = (await first.json()) as { images: { imageId: string }[] }
  await client.call(deletePhotos, { body: { photoIds: [images[0]!.imageId] } })
  await page.goBack()
  await expect.poll(() => topOf(page, id)).toBe(top)
  await expect(selectionBar(page)).toContainText('1 selected')
  await page.getByRole('button', { name: 'Order prints' }).click()
  await page.getByRole('button', { name: 'Order anyway' }).click()
  await page.waitForURL(url => url.port === process.env.E2E_SHOP_PORT)
  await page.goBack()
  // The order ends the selection, whose tools are 12 px higher.
  const measureShift = async () => Math.abs(((await topOf(page, id)) ?? Number.POSITIVE_INFINITY) - top)
  await expect.poll(measureShift, { message: 'after the prints editor' }).toBeLessThan(16)
})
