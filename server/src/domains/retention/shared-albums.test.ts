import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { getAlbum } from '#contract/albums.ts'
import { SERVICES } from '#contract/endpoint.ts'
import * as photos from '#contract/photos.ts'
import type { LibraryPush } from '#contract/push.ts'
import { getStorageStatus } from '#contract/retention.ts'
import * as contract from '#contract/shared-albums.ts'
import { listColumns } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { findAlbumCountErrors, findMonthCountErrors } from '../../testing/consistency-checks.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { orderForTests, productForTests } from '../../testing/retailer-orders.ts'
import { putAsService } from '../../testing/service-calls.ts'
import { openLibrarySocket } from '../../testing/sockets.ts'
import { importSharedAlbums } from '../shared-albums/index.ts'
import { retentionCommand } from './commands/command.ts'

const TOKEN = 'a-token-of-thirty-two-characters-or-more'
const DAY = 86_400_000
const server = closeAfterAll(
  await testServer({
    config: {
      rateLimits: false,
      retention: { graceDays: 30, guardPercent: 100, mailsPerHour: 1000 },
      serviceTokens: [{ name: 'shop', token: TOKEN }],
    },
  }),
)

/** Anna owns the album, Tom and Eva take part; two photos each of Anna and Tom, one of Eva. */
let anna: Member
let tom: Member
let eva: Member
let album: string
/** The latest of their deletion dates without an order. */
let deadline: number
beforeEach(async () => {
  server.clock.set(new Date())
  anna = await createMember(2)
  tom = await createMember(2)
  eva = await createMember(1)
  await server.idle()
  deadline = Date.parse((await (await client(eva)).call(getStorageStatus)).deletionDate)
  album = randomUUID()
  const shared = {
    albumId: album,
    name: 'Summer in Oslo',
    owner: anna.email,
    participants: [tom.email, eva.email],
    created: '2021-08-01T10:00:00Z',
    cover: 0,
    photos: [of(tom, 0), of(anna, 0), of(eva, 0), of(tom, 1), of(anna, 1)],
  }
  const text = JSON.stringify({ sharedAlbums: [shared] })
  expect(await importSharedAlbums(server.ctx, text)).toMatchObject({ problems: [] })
})

interface Member {
  accountId: string
  email: string
  photoIds: string[]
}

async function createMember(count: number): Promise<Member> {
  const client = await server.customer()
  for (let i = 0; i < count; i++) {
    expect((await client.upload(`${i}.jpg`, await jpeg())).response.status).toBe(204)
    server.clock.advance(1000)
  }
  const query = { sortKey: 'created', sortOrder: 'asc' } as const
  const { images } = await client.call(photos.getPhotos, { query })
  const { accountId, email } = client
  return { accountId, email, photoIds: images.map(image => image.imageId) }
}

const of = ({ email, photoIds }: Member, index: number) => ({ owner: email, photoId: photoIds[index]! })

/** A customer's client; signs in again, because tokens expire when the clock is advanced by months. */
async function client({ accountId, email }: Member): Promise<Client> {
  const key = `${accountId} ${server.clock.now().getTime()}`
  const existing = signedIn.get(key)
  if (existing) return existing
  const fresh = await server.signIn({ accountId, email })
  signedIn.set(key, fresh)
  return fresh
}
const signedIn = new Map<string, Client>()
const at = () => ({ params: { id: album } })
async function albumSeenBy(member: Member) {
  const caller = await client(member)
  const query = { sortOrder: 'asc' } as const
  const { photosCount, coverPhoto } = await caller.call(contract.getSharedAlbum, at())
  const { images } = await caller.call(contract.getSharedAlbumPhotos, { ...at(), query })
  expect(photosCount).toBe(images.length)
  return { cover: coverPhoto?.imageId ?? null, ids: images.map(image => image.imageId), images }
}
async function expectAlbumForAll(cover: string | null, ids: string[]): Promise<void> {
  for (const member of [anna, tom, eva]) expect(await albumSeenBy(member)).toMatchObject({ cover, ids })
  for (const { accountId } of [anna, tom, eva]) {
    expect(await findAlbumCountErrors(server.ctx, accountId)).toEqual([])
    expect(await findMonthCountErrors(server.ctx, accountId)).toEqual([])
  }
}
const status = async (url: string) => {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  return answer.status
}

/** Does the daily run that many days after the deadline. */
async function runOn(days: number): Promise<void> {
  server.clock.set(new Date(deadline + days * DAY + 60_000))
  await retentionCommand.parse(['run'])!(server.ctx, () => undefined)
  await server.idle()
}

async function orders({ accountId }: Member): Promise<void> {
  const products = [productForTests(`K-${randomUUID()}`)]
  const order = orderForTests(accountId, server.clock.now(), { products })
  const path = `${SERVICES.orders}/retailer/orders/K-${randomUUID()}`
  expect((await putAsService(server, TOKEN, path, order)).status).toBe(200)
  await server.idle()
}

/** Sends the reminders and expires these libraries; the grace period has started. */
async function expireLibraries(leaving: Member[]): Promise<void> {
  await runOn(-30)
  for (const member of [anna, tom, eva]) if (!leaving.includes(member)) await orders(member)
  await runOn(0)
  for (const member of leaving)
    expect(await (await client(member)).call(photos.getUser)).toMatchObject({ photosCount: 0 })
}

test('PL-002 OP-34 a participant’s library expires: their photos disappear from the album, and an order restores them at their positions', async () => {
  const all = [tom.photoIds[0]!, anna.photoIds[0]!, eva.photoIds[0]!, tom.photoIds[1]!, anna.photoIds[1]!]
  await expectAlbumForAll(tom.photoIds[0]!, all)
  await runOn(-30)
  for (const member of [anna, eva]) await orders(member)
  server.clock.set(new Date(deadline + 60_000))
  const { images } = await albumSeenBy(anna)
  const address = images[0]!.url
  expect(await status(address)).toBe(200)
  const socket = await openLibrarySocket(server.origin, (await client(eva)).token)
  await runOn(0)
  const rest = [anna.photoIds[0]!, eva.photoIds[0]!, anna.photoIds[1]!]
  expect(await socket.next<LibraryPush>(({ type }) => type === 'album-photos-changed')).toMatchObject({
    albumId: album,
    change: 'removed',
    photoIds: expect.arrayContaining(tom.photoIds),
  })
  await expectAlbumForAll(anna.photoIds[0]!, rest)
  await expect.poll(() => status(address)).toBe(404)
  const params = { id: album, photoId: tom.photoIds[0]! }
  expect((await (await client(eva)).expectError(contract.getSharedAlbumPhoto, { params })).status).toBe(404)

  server.clock.advance(20 * DAY)
  await orders(tom)
  await expectAlbumForAll(tom.photoIds[0]!, all)
  expect(await status((await albumSeenBy(anna)).images[0]!.url)).toBe(200)
  socket.close()
})

test('PL-002 OP-34 after the grace period a participant’s photos are permanently out of the album, their membership stays', async () => {
  await expireLibraries([tom])
  await runOn(31)
  const rest = [anna.photoIds[0]!, eva.photoIds[0]!, anna.photoIds[1]!]
  await expectAlbumForAll(anna.photoIds[0]!, rest)
  await orders(tom)
  await expectAlbumForAll(anna.photoIds[0]!, rest)
  const kept = await listColumns(server.ctx.db, 'album_photos', { owner_id: tom.accountId }, ['photo_id'])
  expect(kept).toEqual([])
  const { participants } = await (await client(anna)).call(contract.getParticipants, at())
  expect(participants.map(({ id }) => id).sort()).toEqual([tom.accountId, eva.accountId].sort())
})

test('PL-002 PL-174 the owner’s library expires: the album stays with the photos of the others, before and after the erasure', async () => {
  const rest = [tom.photoIds[0]!, eva.photoIds[0]!, tom.photoIds[1]!]
  await expireLibraries([anna])
  await expectAlbumForAll(tom.photoIds[0]!, rest)
  await runOn(31)
  await expectAlbumForAll(tom.photoIds[0]!, rest)
  expect(await (await client(anna)).call(getAlbum, at())).toMatchObject({ isShared: true, photosCount: 3 })
  const { owner } = await (await client(tom)).call(contract.getParticipants, at())
  expect(owner).toEqual({ id: anna.accountId, email: anna.email })
  const { albums } = await (await client(tom)).call(contract.getSharedAlbums)
  expect(albums).toMatchObject([{ albumId: album, albumName: 'Summer in Oslo' }])
})

test('PL-002 PL-177 the owner’s and a participant’s libraries expire, one of them orders: only hers is restored, removed photos stay removed', async () => {
  // Deleted by the customer before: an order restores only expired photos.
  await (await client(anna)).call(photos.deletePhotos, { body: { photoIds: [anna.photoIds[1]!] } })
  await expireLibraries([anna, tom])
  await expectAlbumForAll(eva.photoIds[0]!, [eva.photoIds[0]!])
  // Tom leaves the album while his photos are expired: they must not be restored to it.
  await (await client(tom)).call(contract.deleteSharedAlbum, at())
  await orders(anna)
  await orders(tom)
  const rest = [anna.photoIds[0]!, eva.photoIds[0]!]
  for (const member of [anna, eva])
    expect(await albumSeenBy(member)).toMatchObject({ cover: rest[0], ids: rest })
  expect((await (await client(tom)).expectError(contract.getSharedAlbum, at())).status).toBe(404)
  expect(await (await client(tom)).call(photos.getUser)).toMatchObject({ photosCount: 2 })
  await runOn(31)
  for (const member of [anna, eva])
    expect(await albumSeenBy(member)).toMatchObject({ cover: rest[0], ids: rest })
})

test('PL-002 all libraries are erased: the album is empty, has no cover, and its owner can still delete it', async () => {
  await expireLibraries([anna, tom, eva])
  await expectAlbumForAll(null, [])
  await runOn(31)
  await expectAlbumForAll(null, [])
  await (await client(anna)).call(contract.deleteSharedAlbum, at())
  expect((await (await client(tom)).expectError(contract.getSharedAlbum, at())).status).toBe(404)
})
