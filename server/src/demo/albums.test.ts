import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAlbums } from '#contract/albums.ts'
import { getPhotos } from '#contract/photos.ts'
import { type TestServer, testServer } from '../testing/harness.ts'
import { jpeg } from '../testing/pictures.ts'
import { makeDemoAlbums } from './albums.ts'
import { planDemoPictures } from './pictures.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ work: false })
})
afterAll(() => server.close())

test('the demo library comes with albums of several pictures, and one picture is in two of them', () => {
  const plans = planDemoPictures({ now: new Date('2026-09-14T10:00:00Z') })
  const albums = Map.groupBy(
    plans.flatMap(plan => plan.albums),
    name => name,
  )
  expect(albums.size).toBeGreaterThanOrEqual(5)
  for (const [name, pictures] of albums) expect(pictures.length, name).toBeGreaterThanOrEqual(3)
  expect(plans.some(plan => plan.albums.length > 1)).toBe(true)
  expect(plans.some(plan => plan.albums.length === 0)).toBe(true)
})

test('PL-069 they were made at different days, newest first, and have chosen covers', async () => {
  const customer = await server.customer()
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await customer.upload(name, await jpeg())
  const ids = (await customer.call(getPhotos)).images.map(image => image.imageId)
  await makeDemoAlbums(
    server.ctx,
    customer.accountId,
    new Map([
      ['Latest', ids],
      ['Earlier', [ids[2]!]],
    ]),
  )
  const { albums } = await customer.call(getAlbums)
  expect(albums).toMatchObject([
    { albumName: 'Latest', photosCount: 3, coverChosen: true, coverPhoto: { imageId: ids[1] } },
    { albumName: 'Earlier', photosCount: 1, coverChosen: false, coverPhoto: { imageId: ids[2] } },
  ])
  expect(new Set(albums.map(album => album.created.slice(0, 10))).size).toBe(2)
  expect(albums[0]!.created < server.clock.now().toISOString()).toBe(true)
})
