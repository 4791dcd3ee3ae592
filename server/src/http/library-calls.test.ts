import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { importSharedAlbums } from '../domains/shared-albums/index.ts'
import type { Client } from '../testing/client.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import { testServer } from '../testing/harness.ts'
import { jpeg } from '../testing/pictures.ts'

/** Base addresses of the services; below them the paths are those of the document. */
const PHOTOS = '/api/photo-management'
const SHARED = '/api/shared-albums'
const DOWNLOADS = '/api/downloads'
const EXPORTS = '/api/photo-export'
const SELECTIONS = '/api/temp-selections'
const STORAGE = '/api/storage-status'

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const ADDRESS = /^https?:\/\/[^/]+\//
const server = closeAfterAll(await testServer({ config: { rateLimits: false } }))

/** Sends 'METHOD path' with a JSON body, spelled as in the document and not by the contract. */
async function send(client: Client, call: string, body?: object) {
  const [method = '', path = ''] = call.split(' ')
  const json = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const answer = await client.fetch(path, { method, ...(body ? json : {}) })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
}

/** A customer with a photo of 3 May 2024, one of 20 May 2024 and one without a date. */
async function createLibrary() {
  const customer = await server.customer()
  for (const [name, picture] of [
    ['may-3.jpg', { taken: '2024:05:03 14:15:00' }],
    ['may-20.jpg', { taken: '2024:05:20 08:00:00' }],
    ['undated.jpg', {}],
  ] as const) {
    expect((await customer.upload(name, await jpeg(picture))).response.status).toBe(204)
    server.clock.advance(1000)
  }
  await server.idle()
  const { body } = await send(customer, `GET ${PHOTOS}/photos?sortKey=created&sortOrder=asc`)
  const [first, second, undated] = body.images.map((image: { imageId: string }) => image.imageId)
  return { customer, first, second, undated } as Record<'first' | 'second' | 'undated', string> & {
    customer: Client
  }
}

const cursorOf = ({ body }: { body: { cursor: string } }) => encodeURIComponent(body.cursor)

describe('the photo management API', () => {
  test('PL-153 PL-154 totals and months', async () => {
    const { customer } = await createLibrary()
    expect(await send(customer, `GET ${PHOTOS}/users`)).toMatchObject({
      status: 200,
      body: { photosCount: 3, albumsCount: 0 },
    })
    expect(await send(customer, `GET ${PHOTOS}/users/timeline`)).toEqual({
      status: 200,
      body: { '2024': { '5': 2 }, '1970': { '1': 1 } },
    })
  })

  test('PL-155 activation is started by an empty body, and answers whether it has started', async () => {
    const customer = await server.customer()
    expect(await send(customer, `POST ${PHOTOS}/users/activate`)).toEqual({
      status: 200,
      body: { started: false },
    })
    expect(await send(customer, `GET ${PHOTOS}/users/activate`)).toEqual({
      status: 200,
      body: { status: 'ACTIVE' },
    })
  })

  test('PL-156 PL-157 pages of a month and of the library', async () => {
    const { customer, first, second, undated } = await createLibrary()
    const month = `GET ${PHOTOS}/photos/timeline/2024/5?limit=1&sortKey=dateTaken&sortOrder=asc`
    const page = await send(customer, month)
    expect(page).toMatchObject({ status: 200, body: { images: [{ imageId: first }] } })
    expect((await send(customer, `${month}&cursor=${cursorOf(page)}`)).body).toMatchObject({
      cursor: null,
      images: [{ imageId: second }],
    })
    const library = `GET ${PHOTOS}/photos?limit=2&sortKey=created&sortOrder=desc`
    const newest = await send(customer, library)
    expect(newest.body.images).toMatchObject([{ imageId: undated }, { imageId: second }])
    expect((await send(customer, `${library}&cursor=${cursorOf(newest)}`)).body).toMatchObject({
      cursor: null,
      images: [{ imageId: first }],
    })
  })

  test('PL-159 the fields of a photo', async () => {
    const { customer } = await createLibrary()
    const { body } = await send(customer, `GET ${PHOTOS}/photos`)
    const [image] = body.images
    expect(image).toMatchObject({
      imageId: expect.any(String),
      ownerId: customer.accountId,
      uploadId: expect.any(String),
      localFileName: 'may-20.jpg',
      url: expect.stringMatching(ADDRESS),
      untouchedUrl: expect.stringMatching(ADDRESS),
      dateTaken: '2024-05-20T08:00:00',
      uploadEnd: expect.stringMatching(TIME),
      visibleHeight: 80,
      visibleWidth: 120,
      created: expect.stringMatching(TIME),
    })
    expect(image.thumbnails).toEqual(
      [300, 800, 1300].map(id => ({ id, url: expect.stringMatching(ADDRESS), width: 120, height: 80 })),
    )
    expect('dateTaken' in body.images[2]).toBe(false)
  })

  test('PL-160 PL-161 PL-162 deleting some photos, and all', async () => {
    const { customer, first } = await createLibrary()
    const unknown = randomUUID()
    expect(await send(customer, `DELETE ${PHOTOS}/photos`, { photoIds: [first, unknown] })).toEqual({
      status: 200,
      body: { failed: [unknown] },
    })
    expect((await send(customer, `DELETE ${PHOTOS}/photos/all`)).status).toBe(202)
    await server.idle()
    expect((await send(customer, `GET ${PHOTOS}/users`)).body).toMatchObject({ photosCount: 0 })
  })

  test('PL-163 PL-164 PL-165 an album is created, renamed, read, listed and deleted', async () => {
    const customer = await server.customer()
    const created = await send(customer, `POST ${PHOTOS}/albums`, { name: 'Oslo' })
    expect(created).toEqual({ status: 201, body: { albumId: expect.any(String), albumName: 'Oslo' } })
    const { albumId } = created.body
    server.clock.advance(1000)
    const renamed = await send(customer, `PATCH ${PHOTOS}/albums/${albumId}`, { name: 'Bergen' })
    expect([renamed.status, renamed.body.albumName]).toEqual([200, 'Bergen'])
    expect(await send(customer, `GET ${PHOTOS}/albums/${albumId}`)).toMatchObject({
      status: 200,
      body: {
        albumId,
        albumName: 'Bergen',
        coverPhoto: null,
        photosCount: 0,
        created: expect.stringMatching(TIME),
        updated: expect.stringMatching(TIME),
        isShared: false,
        userId: customer.accountId,
      },
    })
    await send(customer, `POST ${PHOTOS}/albums`, { name: 'Paris' })
    const list = `GET ${PHOTOS}/albums?limit=1&displaySharedData=true`
    const newest = await send(customer, list)
    expect(newest).toMatchObject({ status: 200, body: { albums: [{ albumName: 'Paris' }] } })
    expect((await send(customer, `${list}&cursor=${cursorOf(newest)}`)).body).toMatchObject({
      cursor: null,
      albums: [{ albumName: 'Bergen' }],
    })
    expect((await send(customer, `DELETE ${PHOTOS}/albums/${albumId}`)).status).toBe(204)
    expect((await send(customer, `GET ${PHOTOS}/albums/${albumId}`)).status).toBe(404)
  })

  test('PL-166 PL-167 PL-168 PL-169 photos are copied to an album, read and removed', async () => {
    const { customer, first, second } = await createLibrary()
    const { body } = await send(customer, `POST ${PHOTOS}/albums`, { name: 'Oslo' })
    const { albumId } = body
    const photoIds = [first, second]
    expect((await send(customer, `POST ${PHOTOS}/albums/${albumId}/photos`, { photoIds })).status).toBe(200)
    const list = `GET ${PHOTOS}/albums/${albumId}/photos?sortKey=dateTaken&sortOrder=asc&limit=1`
    const page = await send(customer, list)
    expect(page).toMatchObject({ status: 200, body: { images: [{ imageId: first }] } })
    expect((await send(customer, `${list}&cursor=${cursorOf(page)}`)).body).toMatchObject({
      cursor: null,
      images: [{ imageId: second }],
    })
    const removed = await send(customer, `DELETE ${PHOTOS}/albums/${albumId}/photos`, { photoIds: [first] })
    expect(removed.status).toBe(200)
    const single = await send(customer, `DELETE ${PHOTOS}/albums/${albumId}/photos/${second}`)
    expect(single.status).toBe(204)
    expect((await send(customer, list)).body).toMatchObject({ cursor: null, images: [] })
  })

  test('PL-150 any answer that is not OK is a failure with a code and a message', async () => {
    const customer = await server.customer()
    expect(await send(customer, `GET ${PHOTOS}/albums/${randomUUID()}`)).toEqual({
      status: 404,
      body: { code: 'not-found', message: expect.any(String), correlationId: expect.any(String) },
    })
  })
})

test('PL-172 PL-173 PL-174 PL-175 PL-176 PL-177 PL-182 the shared albums API', async () => {
  const { customer: owner, first } = await createLibrary()
  const guest = await server.customer()
  const [albumId, other] = [randomUUID(), randomUUID()]
  const sharedAlbums = [albumId, other].map((id, day) => ({
    albumId: id,
    name: 'Summer',
    owner: owner.email,
    participants: [guest.email],
    created: `2021-08-0${2 - day}T10:00:00Z`,
    photos: [{ owner: owner.email, photoId: first }],
  }))
  await importSharedAlbums(server.ctx, JSON.stringify({ sharedAlbums }))
  const list = `GET ${SHARED}/shared-albums?limit=1`
  const page = await send(guest, list)
  expect(page).toMatchObject({ status: 200, body: { albums: [{ albumId, isShared: true }] } })
  expect(page.body.albums[0].ownerId).toBe(owner.accountId)
  expect((await send(guest, `${list}&cursor=${cursorOf(page)}`)).body).toMatchObject({
    cursor: null,
    albums: [{ albumId: other }],
  })
  expect(await send(guest, `GET ${SHARED}/users`)).toEqual({
    status: 200,
    body: {
      readAlbumsCount: 2,
      grantedAlbumsCount: 0,
      created: expect.stringMatching(TIME),
      updated: expect.stringMatching(TIME),
    },
  })
  expect(await send(guest, `GET ${SHARED}/shared-albums/${albumId}`)).toMatchObject({
    status: 200,
    body: { albumName: 'Summer', ownerId: owner.accountId },
  })
  expect(await send(guest, `GET ${SHARED}/shared-albums/${albumId}/participants`)).toEqual({
    status: 200,
    body: {
      owner: { id: owner.accountId, email: owner.email },
      participants: [{ id: guest.accountId, email: guest.email }],
    },
  })
  const photos = `GET ${SHARED}/shared-albums/${albumId}/photos?sortKey=dateTaken&sortOrder=asc&limit=1`
  expect(await send(guest, photos)).toMatchObject({
    status: 200,
    body: { cursor: null, images: [{ imageId: first, ownerId: owner.accountId }] },
  })
  const requested = [{ photoId: first, ownerId: owner.accountId }]
  const download = await send(guest, `POST ${DOWNLOADS}/shared-album-downloads`, {
    albumId,
    photos: requested,
  })
  expect(download).toEqual({ status: 201, body: { id: expect.any(String), photos: requested } })
  expect((await send(guest, `DELETE ${SHARED}/shared-albums/${albumId}`)).status).toBe(204)
  expect((await send(guest, `GET ${SHARED}/shared-albums/${albumId}`)).status).toBe(404)
})

test('PL-178 PL-181 the download API', async () => {
  const { customer, first } = await createLibrary()
  const id = randomUUID()
  const photos = [{ photoId: first, ownerId: customer.accountId }]
  expect(await send(customer, `POST ${DOWNLOADS}/downloads`, { id, photos, name: 'Oslo' })).toEqual({
    status: 201,
    body: { id, photos },
  })
  await server.idle()
  expect(await send(customer, `GET ${DOWNLOADS}/downloads`)).toMatchObject({
    status: 200,
    body: { items: [{ id, name: 'Oslo' }] },
  })
  const address = await send(customer, `GET ${DOWNLOADS}/downloads/${id}/url`)
  expect(address).toEqual({ status: 200, body: { url: expect.stringMatching(/\.zip$/) } })
  expect((await customer.fetch(address.body.url)).headers.get('content-type')).toBe('application/zip')
})

test('PL-184 PL-187 PL-188 the photo export API', async () => {
  const { customer } = await createLibrary()
  const requested = await send(customer, `POST ${EXPORTS}/backups`, { channel: 'KEEPSAKE-GB' })
  expect(requested).toMatchObject({ status: 200, body: { status: 'REQUESTED' } })
  const { backupId } = requested.body
  await server.idle()
  const ready = await send(customer, `GET ${EXPORTS}/backups/${backupId}`)
  expect(ready).toMatchObject({
    status: 200,
    body: {
      status: 'READY',
      backupId,
      created: expect.stringMatching(TIME),
      updated: expect.stringMatching(TIME),
      chunks: [{ iteration: 1 }],
    },
  })
  expect(ready.body.chunks[0].size).toBeGreaterThan(1)
  expect(await send(customer, `GET ${EXPORTS}/backups/${backupId}/chunks/1/url`)).toEqual({
    status: 200,
    body: { url: expect.stringMatching(/photo-export-1\.zip$/) },
  })
})

test('PL-189 temporary selections', async () => {
  const { customer, first, second } = await createLibrary()
  const photoIds = [second, first]
  const created = await send(customer, `POST ${SELECTIONS}/temp-selections`, { photoIds })
  expect(created).toMatchObject({ status: 201, body: { tempSelectionId: expect.any(String) } })
  const { tempSelectionId } = created.body
  expect(await send(customer, `GET ${SELECTIONS}/temp-selections/${tempSelectionId}`)).toMatchObject({
    status: 200,
    body: { photoIds },
  })
})

test('PL-190 the storage status', async () => {
  const customer = await server.customer()
  expect(await send(customer, `GET ${STORAGE}/accounts/getaccountinformation`)).toMatchObject({
    status: 200,
    body: {
      status: 'safe',
      monthsRemaining: expect.any(Number),
      daysRemaining: expect.any(Number),
      deletionDate: expect.stringMatching(TIME),
      lastOrderDate: null,
      registrationDate: expect.stringMatching(TIME),
      projectCount: 0,
      delayedDeletionDate: null,
      projectedDeletionDate: expect.stringMatching(TIME),
    },
  })
})
