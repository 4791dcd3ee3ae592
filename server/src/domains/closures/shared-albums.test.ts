import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createSharedAlbumDownload } from '#contract/downloads.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { deletePhotos, getPhotos } from '#contract/photos.ts'
import {
  getSharedAlbum,
  getSharedAlbumIndex,
  getSharedAlbumPhoto,
  getSharedAlbumPhotos,
} from '#contract/shared-albums.ts'
import { domains } from '../../app.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { findAlbumCountErrors, findOrphanRows } from '../../testing/consistency-checks.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { closeAccount, closeByAttacker, signInAgain, submitLink } from '../identity/testing/mail-links.ts'
import { importSharedAlbums } from '../shared-albums/index.ts'
import { eraseDueClosures } from './due-closures.ts'

/** The album's owner, and a participant whose account is closed. */
let anna: Member
let tom: Member
let albumId: string
const server = closeAfterAll(await testServer({ config: { rateLimits: false } }))
beforeEach(async () => {
  anna = await createMember()
  tom = await createMember()
  albumId = randomUUID()
  const photos = [toFilePhoto(tom, 0), toFilePhoto(anna, 0), toFilePhoto(tom, 1), toFilePhoto(tom, 2)]
  const file = { albumId, name: 'Summer', owner: anna.client.email, participants: [tom.client.email], photos }
  const sharedAlbums = [{ ...file, created: '2021-08-01T10:00:00Z' }]
  expect(await importSharedAlbums(server.ctx, JSON.stringify({ sharedAlbums }))).toMatchObject({
    problems: [],
  })
  await tom.client.call(deletePhotos, { body: { photoIds: [tom.photoIds[2]!] } })
})

interface Member {
  client: Client
  photoIds: string[]
}

async function createMember(): Promise<Member> {
  const client = await server.customer()
  for (let i = 0; i < 3; i++) {
    await client.upload(`${i}.jpg`, await jpeg({ taken: `202${i}:05:01 10:00:00` }))
    server.clock.advance(1000)
  }
  await server.idle()
  const query = { sortKey: 'created', sortOrder: 'asc' } as const
  const { images } = await client.call(getPhotos, { query })
  return { client, photoIds: images.map(image => image.imageId) }
}

const toFilePhoto = ({ client, photoIds }: Member, index: number) => ({
  owner: client.email,
  photoId: photoIds[index]!,
})

/** The album as its owner sees it. */
async function readAnnasAlbum() {
  const at = { params: { id: albumId } }
  const { photosCount, coverPhoto, updated } = await anna.client.call(getSharedAlbum, at)
  const { images } = await anna.client.call(getSharedAlbumPhotos, { ...at, query: { sortOrder: 'asc' } })
  const { count } = await anna.client.call(getSharedAlbumIndex, at)
  expect(await findAlbumCountErrors(server.ctx, anna.client.accountId)).toEqual([])
  return { photosCount, count, updated, cover: coverPhoto?.imageId, ids: images.map(image => image.imageId) }
}

const reopen = (keepToken: string) =>
  fetch(new URL(`${SERVICES.account}/closures/${keepToken}/actions/keep`, server.origin), { method: 'POST' })

test('OP-59 AA-052 photos of a closed account disappear from albums of others with counts and cover, and return to their positions once it is reopened', async () => {
  const before = await readAnnasAlbum()
  expect(before).toMatchObject({ photosCount: 3, count: 3, cover: tom.photoIds[0] })
  const { keepToken } = await closeAccount(server, tom.client)
  const own = [anna.photoIds[0]!]
  expect(await readAnnasAlbum()).toMatchObject({ photosCount: 1, count: 1, cover: own[0], ids: own })
  const [photoId, ownerId] = [tom.photoIds[0]!, tom.client.accountId]
  const photo = await anna.client.expectError(getSharedAlbumPhoto, { params: { id: albumId, photoId } })
  expect(photo.status).toBe(404)
  const body = { albumId, photos: [{ photoId, ownerId }] }
  expect((await anna.client.expectError(createSharedAlbumDownload, { body })).status).toBe(400)
  expect((await reopen(keepToken!)).status).toBe(204)
  expect(await readAnnasAlbum()).toEqual(before)
})

test('AA-054 OP-59 they also return once ‘This wasn’t me’ has reopened the account', async () => {
  const before = await readAnnasAlbum()
  const { link } = await closeByAttacker(server, tom.client)
  expect(await readAnnasAlbum()).toMatchObject({ photosCount: 1 })
  expect((await submitLink(server, link)).statusCode).toBe(200)
  expect(await readAnnasAlbum()).toEqual(before)
})

test('OP-59 after the grace period they are erased, and the album shows the others’', async () => {
  const { deletionDate } = await closeAccount(server, tom.client)
  const inGrace = await readAnnasAlbum()
  server.clock.set(new Date(deletionDate))
  await eraseDueClosures(server.ctx, domains, new AbortController().signal)
  anna.client = await signInAgain(server, anna.client)
  expect(await readAnnasAlbum()).toMatchObject({ photosCount: 1, ids: inGrace.ids })
  expect(await findOrphanRows(server.ctx)).toEqual([])
})
