import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as albums from '#contract/albums.ts'
import * as downloads from '#contract/downloads.ts'
import { type Endpoint, type Input, SERVICES } from '#contract/endpoint.ts'
import * as photos from '#contract/photos.ts'
import { type LibraryPush, libraryPush } from '#contract/push.ts'
import * as contract from '#contract/shared-albums.ts'
import { getSharedAlbumsSummary } from '#contract/shared-albums-summary.ts'
import { createUploadSession } from '#contract/upload-sessions.ts'
import { change } from '../../context.ts'
import { listRows, updateRows } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { findAlbumCountErrors } from '../../testing/consistency-checks.ts'
import { advanceElapsedTime } from '../../testing/elapsed-time.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { readPages } from '../../testing/read-pages.ts'
import { openLibrarySocket } from '../../testing/sockets.ts'
import { fetchZip } from '../../testing/unzip.ts'
import { createAccount } from '../identity/index.ts'
import { importSharedAlbums, importSharedAlbumsCommand } from './index.ts'

const server = closeAfterAll(await testServer({ config: { rateLimits: false } }))
/** Customers with three photos each, and a customer without photos and shared albums. */
const anna = await createMember('anna')
const tom = await createMember('tom')
const eva = await createMember('eva')
const stranger = await server.customer()
await server.idle()

interface Member {
  client: Client
  /** Ids of their photos, in the order they were uploaded. */
  photoIds: string[]
  files: Buffer[]
}

async function createMember(name: string, years = [2019, 2021, 2020]): Promise<Member> {
  const client = await server.customer()
  const files: Buffer[] = []
  for (const [i, year] of years.entries()) {
    const file = await jpeg({ taken: `${year}:05:0${i + 1} 10:00:00` })
    expect((await client.upload(`${name}-${i}.jpg`, file)).response.status).toBe(204)
    files.push(file)
    server.clock.advance(1000)
  }
  const query = { sortKey: 'created', sortOrder: 'asc' } as const
  const { images } = await client.call(photos.getPhotos, { query })
  return { client, files, photoIds: images.map(image => image.imageId) }
}

/** Creates an account with the same address at another vendor. */
const createNamesake = ({ email }: Client) =>
  change(server.ctx, tx =>
    createAccount(tx, {
      email,
      brandId: 'herzbild-de',
      locale: 'de-DE',
      registeredAt: server.clock.now(),
    }),
  )

interface FileAlbum {
  albumId: string
  name: string
  owner: string
  participants: string[]
  created: string
  cover?: number
  photos: object[]
}

const toFilePhoto = ({ client, photoIds }: Member, index: number, more: object = {}) => ({
  owner: client.email,
  photoId: photoIds[index]!,
  ...more,
})

/** The import file's entry of Anna's album with Tom as participant, two photos of hers and one of his. */
const fileAlbum = (change: Partial<FileAlbum> = {}): FileAlbum => ({
  albumId: randomUUID(),
  name: 'Summer in Oslo',
  owner: anna.client.email,
  participants: [tom.client.email],
  created: '2021-08-01T10:00:00Z',
  photos: [toFilePhoto(anna, 0), toFilePhoto(tom, 0), toFilePhoto(anna, 1)],
  ...change,
})

const toFile = (change: Partial<FileAlbum>) => ({ sharedAlbums: [fileAlbum(change)] })

const imported = (...sharedAlbums: unknown[]) =>
  importSharedAlbums(server.ctx, JSON.stringify({ sharedAlbums }))

/** The id of a new shared album. */
async function share(change: Partial<FileAlbum> = {}): Promise<string> {
  const album = fileAlbum(change)
  expect(await imported(album)).toMatchObject({ problems: [], albums: [{ outcome: 'created' }] })
  return album.albumId
}

const toParams = (id: string) => ({ params: { id } })
/** The status of the error that a call is answered with. */
const refuse = async <E extends Endpoint>(client: Client, endpoint: E, input: Input<E>) =>
  (await client.expectError(endpoint, input as never)).status
const read = ({ client }: Member, id: string) => client.call(contract.getSharedAlbum, toParams(id))
const listShown = async ({ client }: Member, id: string, query: object = { sortOrder: 'asc' }) =>
  (await client.call(contract.getSharedAlbumPhotos, { ...toParams(id), query })).images
const listShownIds = async (member: Member, id: string, query?: object) =>
  (await listShown(member, id, query)).map(image => image.imageId)
const listed = async ({ client }: Member) => (await client.call(contract.getSharedAlbums)).albums
const status = async (url: string) => {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  return answer.status
}
const soon = async (url: string) => {
  // A row is cached for less than a second (P17).
  await advanceElapsedTime(1000)
  expect(await status(url)).not.toBe(200)
  return status(url)
}
const expectCountsAgree = async () => {
  for (const { client } of [anna, tom, eva])
    expect(await findAlbumCountErrors(server.ctx, client.accountId)).toEqual([])
}

/** Every call that names a shared album. */
const NAMING = [
  contract.getSharedAlbum,
  contract.getParticipants,
  contract.getSharedAlbumPhotos,
  contract.getSharedAlbumIndex,
  contract.deleteSharedAlbum,
] as const

describe('access to shared albums', () => {
  test('PL-174 PL-176 OP-35 owner and participant see the album alike, each photo with its owner; PL-165 so does the owner’s own page of it', async () => {
    const id = await share({ cover: 1 })
    const created = '2021-08-01T10:00:00.000Z'
    for (const member of [anna, tom]) {
      const album = await read(member, id)
      expect(album).toMatchObject({
        albumId: id,
        ownerId: anna.client.accountId,
        albumName: 'Summer in Oslo',
        photosCount: 3,
        created,
        updated: created,
        isShared: true,
        coverPhoto: { imageId: tom.photoIds[0], ownerId: tom.client.accountId },
      })
      expect(Object.keys(album)).not.toContain('userId')
      const images = await listShown(member, id)
      expect(images.map(({ imageId, ownerId }) => [imageId, ownerId])).toEqual([
        [anna.photoIds[0], anna.client.accountId],
        [tom.photoIds[0], tom.client.accountId],
        [anna.photoIds[1], anna.client.accountId],
      ])
      expect(images.map(image => image.created)).toEqual([created, created, created])
      for (const url of [album.coverPhoto!.thumbnails[0]!.url, ...images.map(image => image.url)])
        expect(await status(url)).toBe(200)
    }
    // The owner's own album and its page show photos of participants, too.
    const own = await anna.client.call(albums.getAlbum, toParams(id))
    expect(own).toMatchObject({ isShared: true, coverPhoto: { imageId: tom.photoIds[0] } })
    const { images } = await anna.client.call(albums.getAlbumPhotos, toParams(id))
    for (const { url } of [own.coverPhoto!, ...images]) expect(await status(url)).toBe(200)
  })

  test('RV-306 OP-33 covers in lists of own and of shared albums have addresses that work until addressesExpire', async () => {
    await share()
    const query = { displaySharedData: true }
    for (const list of [
      await anna.client.call(albums.getAlbums, { query }),
      await tom.client.call(contract.getSharedAlbums),
    ]) {
      const url = list.albums[0]!.coverPhoto!.thumbnails[0]!.url
      const now = server.clock.now()
      const end = new Date(list.addressesExpire)
      expect(end.getTime() - now.getTime()).toBeGreaterThanOrEqual(3600_000)
      server.clock.set(new Date(end.getTime() - 1))
      expect(await status(url)).toBe(200)
      server.clock.set(end)
      expect(await status(url)).toBe(403)
      server.clock.set(now)
    }
  })

  test('PL-174 PL-176 PL-177 OP-31 for all others it does not exist, in any call', async () => {
    const id = await share()
    for (const endpoint of NAMING)
      for (const each of [id, randomUUID()])
        for (const member of [stranger, eva.client])
          expect(await refuse(member, endpoint, toParams(each)), endpoint.path).toBe(404)
    const params = { id, photoId: anna.photoIds[0]! }
    expect(await refuse(stranger, contract.getSharedAlbumPhoto, { params })).toBe(404)
    expect((await tom.client.call(contract.getSharedAlbumPhoto, { params })).position).toBe(2)
    const strange = { params: { id, photoId: anna.photoIds[2]! } }
    expect(await refuse(tom.client, contract.getSharedAlbumPhoto, strange)).toBe(404)
    expect(await read(anna, id)).toMatchObject({ photosCount: 3 })
  })

  test('PL-176 PL-083 pages, both orders, and the index of a long album', async () => {
    const id = await share({
      photos: [
        toFilePhoto(anna, 0, { added: '2021-08-03T10:00:00Z' }),
        toFilePhoto(tom, 1),
        toFilePhoto(anna, 1),
        toFilePhoto(tom, 0),
        toFilePhoto(tom, 2),
      ],
    })
    // In the order they came; those of one moment as the file lists them.
    const arrived = [tom.photoIds[1], anna.photoIds[1], tom.photoIds[0], tom.photoIds[2], anna.photoIds[0]]
    for (const limit of [1, 2, 5]) {
      const pages = await readPages(next => {
        const query = { limit, sortOrder: 'asc' as const, ...next }
        return tom.client.call(contract.getSharedAlbumPhotos, { ...toParams(id), query })
      })
      expect(pages.flatMap(({ images }) => images.map(image => image.imageId))).toEqual(arrived)
    }
    expect(await listShownIds(tom, id, {})).toEqual(arrived.toReversed())
    const taken = [2019, 2019, 2020, 2021, 2021]
    const dates = (await listShown(anna, id, { sortKey: 'dateTaken', sortOrder: 'asc' })).map(
      image => image.dateTaken,
    )
    expect(dates.map(date => Number(date!.slice(0, 4)))).toEqual(taken)
    expect(await tom.client.call(contract.getSharedAlbumIndex, toParams(id))).toEqual({
      step: 240,
      count: 5,
      cursors: [null],
    })
  })

  test('PL-172 PL-173 PL-153 lists name albums of others, newest first, and the counts follow', async () => {
    const [owner, guest] = [await createMember('owner', [2020]), await createMember('guest', [2020])]
    const summary = ({ client }: Member) => client.call(getSharedAlbumsSummary)
    expect(await summary(guest)).toEqual({ readAlbumsCount: 0, grantedAlbumsCount: 0 })
    const ids: string[] = []
    for (const day of ['03', '01', '02'])
      ids.push(
        await share({
          owner: owner.client.email,
          participants: [guest.client.email],
          created: `2020-02-${day}T00:00:00Z`,
          photos: [toFilePhoto(owner, 0)],
        }),
      )
    const inOrder = [ids[0], ids[2], ids[1]]
    expect((await listed(guest)).map(album => album.albumId)).toEqual(inOrder)
    expect(await listed(owner)).toEqual([])
    const pages = await readPages(next =>
      guest.client.call(contract.getSharedAlbums, { query: { limit: 2, ...next } }),
    )
    expect(pages.flatMap(page => page.albums.map(album => album.albumId))).toEqual(inOrder)
    for (const query of [{ limit: 0 }, { limit: 501 }, { cursor: 'x' }])
      expect(await refuse(guest.client, contract.getSharedAlbums, { query })).toBe(400)
    const created = '2020-02-01T00:00:00.000Z'
    const updated = '2020-02-03T00:00:00.000Z'
    expect(await summary(guest)).toEqual({ readAlbumsCount: 3, grantedAlbumsCount: 0, created, updated })
    expect(await summary(owner)).toEqual({ readAlbumsCount: 0, grantedAlbumsCount: 3, created, updated })
    // Own shared albums are among one's own, where they are asked for.
    expect(await owner.client.call(photos.getUser)).toMatchObject({ albumsCount: 3 })
    const own = async (displaySharedData: boolean) =>
      (await owner.client.call(albums.getAlbums, { query: { displaySharedData } })).albums.length
    expect([await own(false), await own(true)]).toEqual([0, 3])
    await owner.client.call(contract.deleteSharedAlbum, toParams(ids[0]!))
    await guest.client.call(contract.deleteSharedAlbum, toParams(ids[1]!))
    expect(await summary(guest)).toMatchObject({ readAlbumsCount: 1 })
    expect(await summary(owner)).toMatchObject({ grantedAlbumsCount: 2 })
    expect(await owner.client.call(photos.getUser)).toMatchObject({ albumsCount: 2 })
  })

  test('PL-175 OP-17 the owner reads all addresses, a participant the owner’s and their own', async () => {
    const id = await share({ participants: [tom.client.email, eva.client.accountId] })
    const named = ({ client }: Member) => ({ id: client.accountId, email: client.email })
    const participants = ({ client }: Member) => client.call(contract.getParticipants, toParams(id))
    const all = await participants(anna)
    expect(all.owner).toEqual(named(anna))
    expect(all.participants).toHaveLength(2)
    expect(all.participants).toEqual(expect.arrayContaining([named(tom), named(eva)]))
    expect(await participants(tom)).toEqual({ owner: named(anna), participants: [named(tom)] })
    expect(JSON.stringify(await participants(tom))).not.toContain(eva.client.email)
    await eva.client.call(contract.deleteSharedAlbum, toParams(id))
    expect((await participants(anna)).participants).toEqual([named(tom)])
  })
})

describe('PL-093 OP-17 a shared album is read-only', () => {
  test('no call adds, renames, chooses a cover, removes, copies or uploads, not even for its owner', async () => {
    const id = await share()
    const before = await read(anna, id)
    const photoIds = [anna.photoIds[0]!]
    const one = toParams(id)
    const change = (client: Client, body: Input<typeof albums.updateAlbum>['body']) =>
      refuse(client, albums.updateAlbum, { ...one, body })
    const statusesFor = async ({ client }: Member) => [
      await change(client, { name: 'Mine' }),
      await change(client, { coverPhotoId: photoIds[0]! }),
      await refuse(client, albums.addAlbumPhotos, { ...one, body: { photoIds: [anna.photoIds[2]!] } }),
      await refuse(client, albums.removeAlbumPhotos, { ...one, body: { photoIds } }),
      await refuse(client, albums.removeAlbumPhotos, { ...one, body: { allExcept: [] } }),
      await refuse(client, albums.removeAlbumPhoto, { params: { id, photoId: photoIds[0]! } }),
      await refuse(client, createUploadSession, { body: { albumId: id } }),
      (await client.createUpload('new.jpg', 1000, { albumId: id })).status,
    ]
    expect(await statusesFor(anna)).toEqual(Array(8).fill(403))
    expect(await statusesFor(tom)).toEqual(Array(8).fill(404))
    const { albumId: target } = await anna.client.call(albums.createAlbum, { body: { name: 'Copies' } })
    const selection = { albums: [{ albumId: id }] }
    const copied = { params: { id: target }, body: { selection } }
    expect(await refuse(anna.client, albums.addAlbumPhotos, copied)).toBe(403)
    expect((await anna.client.call(albums.getAlbum, toParams(target))).photosCount).toBe(0)
    expect(await read(anna, id)).toEqual(before)
  })

  test('PL-004 no call of the service creates one, invites or writes', async () => {
    const id = await share()
    const base = SERVICES.sharedAlbums
    const tried: [string, string][] = [
      ['POST', '/shared-albums'],
      ['PUT', '/shared-albums'],
      ['PATCH', `/shared-albums/${id}`],
      ['PUT', `/shared-albums/${id}`],
      ['POST', `/shared-albums/${id}`],
      ['POST', `/shared-albums/${id}/participants`],
      ['DELETE', `/shared-albums/${id}/participants`],
      ['POST', `/shared-albums/${id}/photos`],
      ['DELETE', `/shared-albums/${id}/photos`],
      ['DELETE', `/shared-albums/${id}/photos/${anna.photoIds[0]}`],
    ]
    for (const [method, path] of tried) {
      const init = { method, headers: { 'content-type': 'application/json' }, body: '{}' }
      const answer = await anna.client.fetch(base + path, init)
      expect([404, 405], `${method} ${path}`).toContain(answer.status)
    }
    expect(await read(anna, id)).toMatchObject({ photosCount: 3, albumName: 'Summer in Oslo' })
  })
})

describe('deleting', () => {
  test.each([contract.deleteSharedAlbum, albums.deleteAlbum])(
    'PL-177 PL-091 OP-17 the owner’s deletion by $path deletes it for all members, photos stay in their libraries',
    async endpoint => {
      const id = await share()
      const [image] = await listShown(tom, id)
      expect(await refuse(tom.client, albums.deleteAlbum, toParams(id))).toBe(404)
      await anna.client.call(endpoint, toParams(id))
      for (const member of [anna, tom])
        for (const naming of NAMING)
          expect(await refuse(member.client, naming, toParams(id)), naming.path).toBe(404)
      expect((await listed(tom)).map(album => album.albumId)).not.toContain(id)
      expect(await soon(image!.url)).toBe(404)
      for (const { client } of [anna, tom])
        expect(await client.call(photos.getUser)).toMatchObject({ photosCount: 3 })
      await expectCountsAgree()
    },
  )

  test('PL-177 PL-092 OP-17 a participant who deletes leaves, and the photos they contributed are removed', async () => {
    const id = await share({
      participants: [tom.client.email, eva.client.email],
      photos: [toFilePhoto(tom, 0), toFilePhoto(anna, 0), toFilePhoto(tom, 1), toFilePhoto(eva, 0)],
      cover: 0,
    })
    const other = await share({ participants: [tom.client.email], photos: [toFilePhoto(tom, 0)] })
    // One of them is in the bin and must not be restored.
    await tom.client.call(photos.deletePhotos, { body: { photoIds: [tom.photoIds[1]!] } })
    const [, second] = await listShown(tom, id)
    const own = (await listShown(eva, id)).find(image => image.imageId === tom.photoIds[0])!
    expect(await status(own.url)).toBe(200)
    const readOne = async ({ client }: Member) =>
      (
        await client.call(contract.getSharedAlbumPhoto, {
          params: { id, photoId: anna.photoIds[0]! },
          query: { sortKey: 'created', sortOrder: 'asc' },
        })
      ).image
    const [ofTom, ofEva] = [await readOne(tom), await readOne(eva)]
    for (const { url } of [ofTom, ofEva]) expect(await status(url)).toBe(200)
    await tom.client.call(contract.deleteSharedAlbum, toParams(id))
    // The addresses are those of the member who read them.
    expect([await soon(ofTom.url), await status(ofEva.url)]).toEqual([404, 200])
    expect(await refuse(tom.client, contract.deleteSharedAlbum, toParams(id))).toBe(404)
    expect(await refuse(tom.client, contract.getSharedAlbumPhotos, toParams(id))).toBe(404)
    expect(await soon(second!.url)).toBe(404)
    expect(await soon(own.url)).toBe(404)
    for (const member of [anna, eva]) {
      expect(await listShownIds(member, id)).toEqual([anna.photoIds[0], eva.photoIds[0]])
      expect(await read(member, id)).toMatchObject({
        photosCount: 2,
        coverPhoto: { imageId: anna.photoIds[0] },
        updated: server.clock.now().toISOString(),
      })
    }
    await tom.client.call(photos.restorePhotos, { body: { photoIds: [tom.photoIds[1]!] } })
    expect(await tom.client.call(photos.getUser)).toMatchObject({ photosCount: 3 })
    expect(await listShownIds(eva, id)).toHaveLength(2)
    expect(await listShownIds(anna, other)).toEqual([tom.photoIds[0]])
    await expectCountsAgree()
  })

  test('two who leave at the same moment, and the owner with them', async () => {
    const id = await share({
      participants: [tom.client.email, eva.client.email],
      photos: [toFilePhoto(tom, 0), toFilePhoto(eva, 0)],
    })
    await Promise.all([tom, eva].map(({ client }) => client.call(contract.deleteSharedAlbum, toParams(id))))
    expect(await read(anna, id)).toMatchObject({ photosCount: 0, coverPhoto: null, size: 0 })
    const other = await share()
    const answers = await Promise.allSettled(
      [anna, tom].map(({ client }) => client.call(contract.deleteSharedAlbum, toParams(other))),
    )
    expect(answers.filter(answer => answer.status === 'fulfilled').length).toBeGreaterThan(0)
    expect(await refuse(anna.client, contract.getSharedAlbum, toParams(other))).toBe(404)
    await expectCountsAgree()
  })
})

describe('OP-34 photos that leave a library', () => {
  test('disappear from shared albums of others, reappear when restored, and are removed when erased', async () => {
    const id = await share({ photos: [toFilePhoto(tom, 0), toFilePhoto(anna, 0), toFilePhoto(tom, 2)] })
    const picture = (await read(anna, id)).coverPhoto!.thumbnails[0]!.url
    expect(await status(picture)).toBe(200)
    const bin = [tom.photoIds[0]!]
    await tom.client.call(photos.deletePhotos, { body: { photoIds: bin } })
    expect(await listShownIds(anna, id)).toEqual([anna.photoIds[0], tom.photoIds[2]])
    expect(await read(anna, id)).toMatchObject({ photosCount: 2, coverPhoto: { imageId: anna.photoIds[0] } })
    expect(await soon(picture)).toBe(404)
    await expectCountsAgree()
    await tom.client.call(photos.restorePhotos, { body: { photoIds: bin } })
    expect(await listShownIds(anna, id)).toEqual([tom.photoIds[0], anna.photoIds[0], tom.photoIds[2]])
    expect(await read(anna, id)).toMatchObject({ photosCount: 3, coverPhoto: { imageId: tom.photoIds[0] } })
    await expect.poll(() => status(picture)).toBe(200)
    await expectCountsAgree()
  })

  test('a whole library that is deleted and restored', async () => {
    const guest = await createMember('guest')
    const id = await share({
      participants: [guest.client.email],
      photos: [toFilePhoto(guest, 0), toFilePhoto(anna, 0), toFilePhoto(guest, 1)],
    })
    await guest.client.call(photos.deleteAllPhotos)
    await server.idle()
    expect(await listShownIds(anna, id)).toEqual([anna.photoIds[0]])
    await expectCountsAgree()
    await guest.client.call(photos.restoreAllPhotos, { body: {} })
    await server.idle()
    expect(await listShownIds(anna, id)).toEqual([guest.photoIds[0], anna.photoIds[0], guest.photoIds[1]])
    await guest.client.call(photos.deletePhotos, { body: { photoIds: guest.photoIds } })
    await guest.client.call(photos.erasePhotos, { body: { photoIds: guest.photoIds } })
    await server.idle()
    expect(await listShownIds(anna, id)).toEqual([anna.photoIds[0]])
    const rows = await listRows(server.ctx.db, 'album_photos', { owner_id: guest.client.accountId })
    expect(rows).toEqual([])
    await expectCountsAgree()
  })
})

describe('OP-33 addresses of pictures', () => {
  test('open photos of the album for members only, and nothing else of the libraries', async () => {
    const id = await share({ photos: [toFilePhoto(tom, 0)] })
    const [image] = await listShown(anna, id)
    const { thumbnails, url, untouchedUrl } = image!
    for (const each of [url, untouchedUrl, ...thumbnails.map(thumbnail => thumbnail.url)])
      expect(await status(each)).toBe(200)
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
    expect(bytes.equals(tom.files[0]!)).toBe(true)
    for (const other of [tom.photoIds[1]!, anna.photoIds[0]!, randomUUID(), 'x'])
      expect(await status(url.replace(image!.imageId, other))).toBe(404)
    const token = url.split('/').at(-3)!
    const altered = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
    expect(await status(url.replace(token, altered))).toBe(403)
    // A token of one kind is not valid for the other.
    const [own] = (await tom.client.call(photos.getPhotos)).images
    const ownToken = own!.url.split('/').at(-3)!
    expect(await status(url.replace(token, ownToken))).toBe(403)
    expect(await status(own!.url.replace(ownToken, token))).toBe(403)
    // A token with the album's id is invalid for a customer who is not a member.
    const { createSharedAddressBuilder } = await import('../albums/shared-media.ts')
    const look = { albumId: id, memberId: stranger.accountId }
    const forged = createSharedAddressBuilder(server.ctx, look, server.origin)
    expect(await status(forged(image!.imageId, 'original'))).toBe(404)
  })
})

describe('PL-182 OP-38 downloads', () => {
  const ask = ({ client }: Member, albumId: string, list: { photoId: string; ownerId: string }[]) =>
    client.call(downloads.createSharedAlbumDownload, { body: { albumId, photos: list } })
  const pair = ({ client, photoIds }: Member, index: number) => ({
    photoId: photoIds[index]!,
    ownerId: client.accountId,
  })

  test('PL-114 owner and participant get one zip of photos of several libraries, listed like others', async () => {
    const id = await share()
    for (const member of [anna, tom]) {
      const list = [pair(tom, 0), pair(anna, 1)]
      const answer = await ask(member, id, list)
      expect(answer).toEqual({ id: expect.any(String), photos: list })
      await server.idle()
      const { items } = await member.client.call(downloads.getDownloads)
      expect(items[0]).toMatchObject({
        id: answer.id,
        name: 'Summer in Oslo',
        photosCount: 2,
        state: 'ready',
      })
      const { url } = await member.client.call(downloads.getDownloadUrl, toParams(answer.id))
      const files = Object.entries({ 'tom-0.jpg': tom.files[0]!, 'anna-1.jpg': anna.files[1]! })
      expect([...(await fetchZip(url))]).toEqual(files)
    }
    const other = (await tom.client.call(downloads.getDownloads)).items[0]!
    expect(await refuse(anna.client, downloads.getDownloadUrl, toParams(other.id))).toBe(404)
  })

  test('photos outside the album, too many photos and non-members are refused', async () => {
    const id = await share()
    const refused = (member: Client, list: object[], albumId = id) =>
      refuse(member, downloads.createSharedAlbumDownload, { body: { albumId, photos: list as never } })
    const before = (await tom.client.call(downloads.getDownloads)).items.length
    expect(await refused(stranger, [pair(tom, 0)])).toBe(404)
    expect(await refused(eva.client, [pair(eva, 0)])).toBe(404)
    expect(await refused(tom.client, [pair(tom, 0)], randomUUID())).toBe(404)
    expect(await refused(tom.client, [pair(tom, 0), pair(tom, 1)])).toBe(400)
    expect(await refused(tom.client, [{ ...pair(tom, 0), ownerId: anna.client.accountId }])).toBe(400)
    expect(await refused(tom.client, [])).toBe(400)
    expect(await refused(tom.client, Array(101).fill(pair(tom, 0)))).toBe(400)
    expect(await refused(tom.client, [{ photoId: 'x', ownerId: 'y' }])).toBe(400)
    await anna.client.call(photos.deletePhotos, { body: { photoIds: [anna.photoIds[0]!] } })
    expect(await refused(tom.client, [pair(anna, 0)])).toBe(400)
    await anna.client.call(photos.restorePhotos, { body: { photoIds: [anna.photoIds[0]!] } })
    expect((await tom.client.call(downloads.getDownloads)).items).toHaveLength(before)
    // The call for one's own photos takes no photo of somebody else.
    const body = { id: randomUUID(), photos: [pair(anna, 0)] }
    expect(await refuse(tom.client, downloads.createDownload, { body })).toBe(404)
  })

  test('RV-1091 a zip says the title of its customer’s own photos, and of others’ photos the date only', async () => {
    const id = await share()
    const { db } = server.ctx
    const titled = [anna.photoIds[0]!, tom.photoIds[0]!]
    const update = (values: object) => updateRows(db, 'photos', { photo_id: titled }, values)
    await update({ title: 'Zoe’s secret party' })
    const list = [pair(anna, 0), pair(tom, 0)]
    const readZip = async (member: Member) => {
      const { id: archive } = await ask(member, id, list)
      await server.idle()
      const files = await fetchZip(await addressOf(member, archive))
      return new Map([...files].map(([name, bytes]) => [name, String(bytes)]))
    }
    for (const [member, own] of [
      [anna, 'anna-0.jpg'],
      [tom, 'tom-0.jpg'],
    ] as const) {
      const files = await readZip(member)
      expect([...files.keys()].filter(name => name.endsWith('.xmp'))).toEqual([`${own}.xmp`])
      expect(files.get(`${own}.xmp`)).toContain('secret party')
    }
    await update({ taken_source: 'customer' })
    for (const [member, own, other] of [
      [anna, 'anna-0.jpg', 'tom-0.jpg'],
      [tom, 'tom-0.jpg', 'anna-0.jpg'],
    ] as const) {
      const files = await readZip(member)
      expect(files.get(`${own}.xmp`)).toMatch(/<exif:DateTimeOriginal>2019-05-01[\s\S]+secret party/)
      expect(files.get(`${other}.xmp`)).toContain('<exif:DateTimeOriginal>2019-05-01T10:00:00<')
      expect(files.get(`${other}.xmp`)).not.toContain('secret')
    }
    await update({ title: null, taken_source: 'file' })
  })

  const addressOf = async ({ client }: Member, archive: string) =>
    (await client.call(downloads.getDownloadUrl, toParams(archive))).url

  test('RV-306 what was deleted since is left out of a finished archive and named in it; nothing is left when its member has left or the album has ended', async () => {
    const id = await share()
    const { id: archive } = await ask(tom, id, [pair(tom, 0), pair(anna, 0), pair(anna, 1)])
    await server.idle()
    const early = await addressOf(tom, archive)
    const body = { photoIds: [anna.photoIds[1]!] }
    await anna.client.call(photos.deletePhotos, { body })
    for (const url of [early, await addressOf(tom, archive)]) {
      const files = await fetchZip(url)
      expect([...files.keys()]).toEqual(['tom-0.jpg', 'anna-0.jpg', 'Missing photos.txt'])
      expect(String(files.get('Missing photos.txt'))).toMatch(
        /deleted or are no longer shared with you in the same way:\r\n\r\nanna-1\.jpg, 2 May 2021\r\n$/,
      )
    }
    await anna.client.call(photos.restorePhotos, { body })
    expect([...(await fetchZip(early)).keys()]).toEqual(['tom-0.jpg', 'anna-0.jpg', 'anna-1.jpg'])
    const other = await share()
    const { id: otherArchive } = await ask(tom, other, [pair(anna, 0), pair(tom, 0)])
    await server.idle()
    const otherAddress = await addressOf(tom, otherArchive)
    for (const [member, album, address, ended] of [
      [tom, id, early, archive],
      [anna, other, otherAddress, otherArchive],
    ] as const) {
      expect(await status(address)).toBe(200)
      await member.client.call(contract.deleteSharedAlbum, toParams(album))
      expect(await status(address)).toBe(410)
      expect(await refuse(tom.client, downloads.getDownloadUrl, toParams(ended))).toBe(410)
    }
  })
})

describe('open pages', () => {
  test('PL-093 of all members are notified of changes, and of members only', async () => {
    const [owner, guest, left, outside] = await Promise.all(
      ['owner', 'guest', 'left', 'outside'].map(name => createMember(name, [2020])),
    )
    // The ingest of their pictures is published, too.
    await server.idle()
    const sockets = await Promise.all(
      [owner, guest, left, outside].map(member => openLibrarySocket(server.origin, member!.client.token)),
    )
    const [ownerHears, guestHears, leftHears, outsideHears] = sockets
    const album = fileAlbum({
      owner: owner!.client.email,
      participants: [guest!.client.email, left!.client.email],
      photos: [toFilePhoto(owner!, 0), toFilePhoto(guest!, 0), toFilePhoto(left!, 0)],
    })
    await imported(album)
    const { albumId } = album
    const [photoId] = guest!.photoIds
    await guest!.client.call(photos.deletePhotos, { body: { photoIds: [photoId!] } })
    await guest!.client.call(photos.restorePhotos, { body: { photoIds: [photoId!] } })
    await left!.client.call(contract.deleteSharedAlbum, toParams(albumId))
    await owner!.client.call(contract.deleteSharedAlbum, toParams(albumId))
    const ofAlbum = (change: string) => ({ type: 'albums-changed', albumIds: [albumId], change })
    const inAlbum = (photoIds: string[], change: string) => ({
      type: 'album-photos-changed',
      albumId,
      photoIds,
      change,
    })
    for (const socket of [ownerHears, guestHears])
      await socket!.next<LibraryPush>(each => each.type === 'albums-changed' && each.change === 'removed')
    const messages = guestHears!.received
      .filter(each => !['photos-changed', 'journal-changed'].includes((each as LibraryPush).type))
      .slice(1)
    expect(messages).toEqual([
      ofAlbum('added'),
      inAlbum([photoId!], 'removed'),
      ofAlbum('updated'),
      inAlbum([photoId!], 'added'),
      ofAlbum('updated'),
      inAlbum(left!.photoIds, 'removed'),
      ofAlbum('updated'),
      ofAlbum('removed'),
    ])
    expect(ownerHears!.received).toContainEqual(inAlbum([photoId!], 'removed'))
    expect(ownerHears!.received).toContainEqual(inAlbum(left!.photoIds, 'removed'))
    expect(ownerHears!.received.at(-1)).toEqual(ofAlbum('removed'))
    // A member who left is notified of the removal, and of nothing afterwards.
    expect(leftHears!.received.at(-1)).toEqual(ofAlbum('removed'))
    expect(
      leftHears!.received.filter(each => JSON.stringify(each) === JSON.stringify(ofAlbum('removed'))),
    ).toHaveLength(1)
    expect(outsideHears!.received).toEqual([{ type: 'ready', quietMs: expect.any(Number) }])
    for (const message of sockets.flatMap(socket => socket!.received)) libraryPush.parse(message)
    for (const socket of sockets) socket!.close()
  })
})

describe('keepsake import shared-albums', () => {
  test('repeated it changes nothing; a changed file makes the album equal to it', async () => {
    const album = fileAlbum({ participants: [tom.client.email] })
    const other = fileAlbum({ participants: [tom.client.email] })
    const outcome = async (...given: unknown[]) => (await imported(...given)).albums.map(each => each.outcome)
    expect(await outcome(album, other)).toEqual(['created', 'created'])
    const before = await read(anna, album.albumId)
    expect(await outcome(album)).toEqual(['unchanged'])
    expect(await read(anna, album.albumId)).toMatchObject({ updated: before.updated, photosCount: 3 })
    const changed = {
      ...album,
      name: 'Oslo',
      participants: [tom.client.email, eva.client.email],
      photos: [toFilePhoto(eva, 0), toFilePhoto(anna, 1), toFilePhoto(tom, 1)],
      cover: 0,
    }
    expect(await outcome(changed)).toEqual(['updated'])
    expect(await outcome(changed)).toEqual(['unchanged'])
    expect(await read(eva, album.albumId)).toMatchObject({
      albumName: 'Oslo',
      photosCount: 3,
      coverPhoto: { imageId: eva.photoIds[0] },
    })
    // Photos that stay keep their positions.
    expect(await listShownIds(eva, album.albumId)).toEqual([
      anna.photoIds[1],
      eva.photoIds[0],
      tom.photoIds[1],
    ])
    const without = { ...changed, participants: [eva.client.email], photos: [toFilePhoto(eva, 0)] }
    expect(await outcome(without)).toEqual(['updated'])
    expect(await refuse(tom.client, contract.getSharedAlbum, toParams(album.albumId))).toBe(404)
    expect(await listShownIds(tom, other.albumId)).toHaveLength(3)
    await expectCountsAgree()
  })

  test('photos are named by id or by the hash of their bytes, also those in the bin, which can be restored', async () => {
    const sha256 = createHash('sha256').update(tom.files[1]!).digest('hex')
    await tom.client.call(photos.deletePhotos, { body: { photoIds: [tom.photoIds[2]!] } })
    const byHash = { owner: tom.client.email.toUpperCase(), sha256: sha256.toUpperCase() }
    const id = await share({ photos: [byHash, toFilePhoto(tom, 2)] })
    expect(await listShownIds(anna, id)).toEqual([tom.photoIds[1]])
    await expectCountsAgree()
    await tom.client.call(photos.restorePhotos, { body: { photoIds: [tom.photoIds[2]!] } })
    expect(await listShownIds(anna, id)).toEqual([tom.photoIds[1], tom.photoIds[2]])
    await expectCountsAgree()
  })

  test('changes by members win: members who left and deleted albums are not imported again', async () => {
    const [one, two] = [fileAlbum(), fileAlbum()]
    await imported(one, two)
    await tom.client.call(contract.deleteSharedAlbum, toParams(one.albumId))
    await anna.client.call(contract.deleteSharedAlbum, toParams(two.albumId))
    const report = await imported(one, two)
    expect(report).toMatchObject({ problems: [], albums: [{ albumId: one.albumId, outcome: 'unchanged' }] })
    expect(report.notes).toEqual([
      `sharedAlbums[0].participants[0]: ${tom.client.email} has left the album; skipped`,
      expect.stringMatching(/^sharedAlbums\[1\]: its owner deleted it on \d{4}-\d\d-\d\d; skipped$/),
    ])
    expect(await refuse(tom.client, contract.getSharedAlbum, toParams(one.albumId))).toBe(404)
    expect(await listShownIds(anna, one.albumId)).toEqual([anna.photoIds[0], anna.photoIds[1]])
    expect(await refuse(anna.client, contract.getSharedAlbum, toParams(two.albumId))).toBe(404)
  })

  test('unknown accounts and photos are reported with their paths, and nothing is imported', async () => {
    const good = fileAlbum()
    const bad = fileAlbum({
      participants: [tom.client.email, 'nobody@keepsake.test'],
      photos: [
        toFilePhoto(anna, 0),
        toFilePhoto(tom, 0, { photoId: anna.photoIds[1] }),
        { owner: anna.client.email, sha256: 'a'.repeat(64) },
      ],
    })
    const foreign = fileAlbum({ owner: 'gone@keepsake.test' })
    const twin = await server.customer()
    await createNamesake(twin)
    const ambiguous = fileAlbum({ owner: twin.email, photos: [] })
    const problems = [
      'sharedAlbums[1].participants[1]: no account nobody@keepsake.test',
      `sharedAlbums[1].photos[1]: no photo ${anna.photoIds[1]} in the library of ${tom.client.email}`,
      `sharedAlbums[1].photos[2]: no photo ${'a'.repeat(64)} in the library of ${anna.client.email}`,
      'sharedAlbums[2].owner: no account gone@keepsake.test',
      expect.stringContaining(`sharedAlbums[3].owner: ${twin.email} has an account at several vendors`),
    ]
    expect(await imported(good, bad, foreign, ambiguous)).toEqual({ problems, notes: [], albums: [] })
    for (const { albumId } of [good, bad, foreign, ambiguous])
      expect(await refuse(anna.client, contract.getSharedAlbum, toParams(albumId))).toBe(404)
    const text = JSON.stringify({ sharedAlbums: [good, bad, foreign, ambiguous] })
    const skipped = await importSharedAlbums(server.ctx, text, { skipUnknown: true })
    expect(skipped).toMatchObject({ problems: [], notes: problems })
    expect(skipped.albums.map(each => each.photos).sort()).toEqual([1, 3])
  })

  test('an id of another album is a problem, and nothing of the file is imported', async () => {
    const { albumId: own } = await anna.client.call(albums.createAlbum, { body: { name: 'Mine' } })
    const tomsOwn = await share({ owner: tom.client.email, participants: [anna.client.email] })
    for (const albumId of [own, tomsOwn]) {
      const good = fileAlbum()
      const { problems } = await imported(good, fileAlbum({ albumId }))
      expect(problems).toEqual([`sharedAlbums[1].albumId: ${albumId} is the id of another album`])
      expect(await refuse(anna.client, contract.getSharedAlbum, toParams(good.albumId))).toBe(404)
    }
    expect(await anna.client.call(albums.getAlbum, toParams(own))).toMatchObject({
      isShared: false,
      albumName: 'Mine',
    })
  })

  test('OP-35 RV-718 of two concurrent imports that give one id to albums of two owners one succeeds', async () => {
    const albumId = randomUUID()
    const files = [anna, tom].map(member =>
      fileAlbum({
        albumId,
        owner: member.client.email,
        participants: [eva.client.email],
        photos: [toFilePhoto(member, 0)],
      }),
    )
    const reports = await Promise.all(files.map(file => imported(file)))
    const [winner, loser] = reports[0]!.problems.length === 0 ? [0, 1] : [1, 0]
    expect(reports[winner]!.albums).toMatchObject([{ albumId, outcome: 'created' }])
    expect(reports[loser]!).toEqual({
      problems: [`sharedAlbums[0].albumId: ${albumId} is the id of another album`],
      notes: [],
      albums: [],
    })
    const members = [anna, tom]
    expect(await listShownIds(members[winner]!, albumId)).toEqual([members[winner]!.photoIds[0]])
    expect(await refuse(members[loser]!.client, contract.getSharedAlbum, toParams(albumId))).toBe(404)
    await expectCountsAgree()
  })

  const { email } = anna.client
  const twice = fileAlbum()
  test.each<[string, object, ...RegExp[]]>([
    ['no list', {}, /^sharedAlbums: /],
    ['a word too much', { sharedAlbums: [], albums: [] }, /^the file: .*albums/],
    [
      'an album twice',
      { sharedAlbums: [twice, twice] },
      /^sharedAlbums\[1\]\.albumId: .* occurs in the file before$/,
    ],
    ['a bad name', toFile({ name: ' a' }), /^sharedAlbums\[0\]\.name: not-valid$/],
    ['no participant', toFile({ participants: [] }), /participants: /],
    [
      'the owner as a participant',
      toFile({ participants: [email], photos: [] }),
      /participants\[0\]: .* is the owner$/,
    ],
    [
      'a photo of somebody else',
      toFile({ photos: [toFilePhoto(eva, 0)] }),
      /photos\[0\]\.owner: .* is neither the owner nor a participant$/,
    ],
    [
      'a photo twice',
      toFile({ photos: [toFilePhoto(anna, 0), toFilePhoto(anna, 0)] }),
      /photos\[1\]: .* occurs in the album before$/,
    ],
    [
      'a photo without a name',
      toFile({ photos: [{ owner: email }] }),
      /photos\[0\]: either photoId or sha256$/,
    ],
    ['a day that is none', toFile({ created: '2021-02-30T00:00:00Z' }), /created: /],
    ['a cover that is not there', toFile({ cover: 3 }), /cover: there is no photo 3/],
    ['two problems', toFile({ name: '', created: 'x' }), /name: empty$/, /created: /],
  ])('%s is told by its place', async (_, file, ...expected) => {
    const { problems, albums: made } = await importSharedAlbums(server.ctx, JSON.stringify(file))
    expect(problems).toEqual(expected.map(pattern => expect.stringMatching(pattern)))
    expect(made).toEqual([])
  })

  test('the command prints its result or the problems, and sets its exit code', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keepsake-import-'))
    const run = async (text: string | Buffer, ...options: string[]) => {
      const file = join(folder, 'albums.json')
      await writeFile(file, text)
      const lines: string[] = []
      const code = await importSharedAlbumsCommand.parse([file, ...options])!(server.ctx, line =>
        lines.push(line),
      )
      return { code, lines: lines.map(line => line.replaceAll(file, 'FILE')) }
    }
    const album = fileAlbum()
    const text = JSON.stringify({ sharedAlbums: [album] })
    expect(await run(text)).toEqual({
      code: 0,
      lines: [`created   ${album.albumId} Summer in Oslo (3 photos)`, '1 shared albums.'],
    })
    expect((await run(text)).lines[0]).toMatch(/^unchanged /)
    const broken = await run('{"sharedAlbums": [')
    expect(broken.code).toBe(1)
    expect(broken.lines).toEqual([
      expect.stringMatching(/^FILE: is not JSON: .*/),
      'Nothing was imported: 1 problem.',
    ])
    expect(await run(Buffer.from(text.replace('Oslo', '\u00d8slo'), 'latin1'))).toEqual({
      code: 1,
      lines: ['FILE: is not UTF-8', 'Nothing was imported: 1 problem.'],
    })
    const unknown = JSON.stringify({ sharedAlbums: [fileAlbum({ owner: 'gone@keepsake.test' })] })
    expect((await run(unknown)).code).toBe(1)
    expect(await run(unknown, '--skip-unknown')).toEqual({
      code: 0,
      lines: ['FILE: sharedAlbums[0].owner: no account gone@keepsake.test', '0 shared albums.'],
    })
    for (const words of [[], ['a', 'b'], ['a', '--force']])
      expect(importSharedAlbumsCommand.parse(words)).toBeNull()
    await rm(folder, { recursive: true })
  })
})
