import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAlbums } from '#contract/albums.ts'
import { getPhotos } from '#contract/photos.ts'
import { getSharedAlbumPhotos, getSharedAlbums } from '#contract/shared-albums.ts'
import { Client } from '#server/testing/client.ts'
import { type TestServer, testServer } from '#server/testing/harness.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { createDemoAlbums, createDemoSharedAlbums } from './albums.ts'
import { DEMO_PASSWORD, DEMO_SIGN_INS, findDemoCustomer, seedDemoCustomers } from './customers.ts'
import { SHARED } from './library-plan.ts'
import { planDemoPictures } from './pictures.ts'
import { uploadBuffer } from './upload-buffer.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ work: false })
})
afterAll(() => server.close())

test('the demo library has albums of several pictures, and one picture is in two of them', () => {
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

test('PL-069 they were created on different days, newest first, and have chosen covers', async () => {
  const customer = await server.customer()
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await customer.upload(name, await jpeg())
  const ids = (await customer.call(getPhotos)).images.map(image => image.imageId)
  const pictures = ids.map(photoId => ({ photoId, albums: ['Latest'] }))
  pictures[2]!.albums.push('Earlier')
  await createDemoAlbums(server.ctx, customer.accountId, pictures)
  const { albums } = await customer.call(getAlbums)
  expect(albums).toMatchObject([
    { albumName: 'Latest', photosCount: 3, coverChosen: true, coverPhoto: { imageId: ids[1] } },
    { albumName: 'Earlier', photosCount: 1, coverChosen: false, coverPhoto: { imageId: ids[2] } },
  ])
  expect(new Set(albums.map(album => album.created.slice(0, 10))).size).toBe(2)
  expect(albums[0]!.created < server.clock.now().toISOString()).toBe(true)
})

test('PL-172 each of the two shares an album with the other, with pictures of both', async () => {
  const now = new Date('2026-09-14T10:00:00Z')
  const pictures = planDemoPictures({ now }).filter(plan => plan.sharedAlbum !== null)
  for (const album of Object.values(SHARED)) {
    const libraries = pictures.filter(plan => plan.sharedAlbum === album).map(plan => plan.library)
    expect(new Set(libraries)).toEqual(new Set(['demo', 'friend']))
    expect(libraries.length).toBeGreaterThan(6)
  }
  expect(pictures.every(plan => plan.takenAt !== null)).toBe(true)

  const { ctx } = server
  await seedDemoCustomers(ctx)
  const [demo, friend] = await Promise.all([0, 1].map(i => findDemoCustomer(ctx, DEMO_SIGN_INS[i]!)))
  const accounts = { demo: demo!.account_id, friend: friend!.account_id }
  const received = []
  for (const picture of pictures) {
    const photoId = await uploadBuffer(ctx, accounts[picture.library], picture.fileName, await jpeg())
    received.push({ ...picture, photoId })
  }
  await createDemoSharedAlbums(ctx, accounts, received)
  for (const [account, owner, name] of [
    [demo, friend, SHARED.wedding],
    [friend, demo, SHARED.sea],
  ] as const) {
    const { account_id, email } = account!
    const client = await Client.signIn(server.app, server.origin, account_id, email, DEMO_PASSWORD)
    const { albums } = await client.call(getSharedAlbums)
    expect(albums).toMatchObject([{ albumName: name, ownerId: owner!.account_id }])
    const { images } = await client.call(getSharedAlbumPhotos, { params: { id: albums[0]!.albumId } })
    expect(new Set(images.map(image => image.ownerId)).size).toBe(2)
    expect(images).toHaveLength(albums[0]!.photosCount)
    expect(albums[0]!.created < now.toISOString()).toBe(true)
  }
})
