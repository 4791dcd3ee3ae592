import assert from 'node:assert/strict'
import { Client } from './client.ts'
import { addPhotos, assertPages, assertStatus, DAY, idsOf, NEWEST, UNKNOWN_ID, until } from './flow-checks.ts'
import { LIMITS } from './library-client.ts'
import type { World } from './product-world.ts'

/** Photo library, section 7: months of the timeline, January 1970 for unknown dates. */
export const timelineMonths = async ({ library }: Client, world: World) => {
  assert.deepEqual(await library.timeline(), [])
  await world.addPhotos(3, { takenAt: '2024-05-10T12:00:00Z' })
  await world.addPhotos(2, { takenAt: '2023-12-31T12:00:00Z' })
  await world.addPhotos(1)
  const sections = await library.timeline()
  const months = sections.map(({ year, month, count }) => [Number(year), Number(month), count])
  assert.deepEqual(
    new Set(months),
    new Set([
      [2024, 5, 3],
      [2023, 12, 2],
      [1970, 1, 1],
    ]),
  )
  const { photosCount, albumsCount } = await library.totals()
  assert.deepEqual([photosCount, albumsCount], [6, 0])
  const unknown = sections.find(({ year }) => year === '1970')!
  const undated = await library.monthPage(unknown.year, unknown.month, null, NEWEST)
  assert.deepEqual(
    undated.images.map(({ dateTaken }) => dateTaken),
    [undefined],
  )
}

/** Photo library, sections 7 and 9: pages of 24 in a month, in every sort. */
export const timelinePaging = async (client: Client, world: World) => {
  const [photo] = await addPhotos(client, world, 30)
  const variants = photo?.thumbnails.map(({ id }) => id)
  assert.deepEqual(new Set(variants), new Set([300, 800, 1300]))
  const [section] = await client.library.timeline()
  assert(section)
  await assertPages([LIMITS.timeline, 6], (cursor, sort) =>
    client.library.monthPage(section.year, section.month, cursor, sort),
  )
}

/** Photo library, sections 7 and 9: all photos in pages of 500, in every sort. */
export const photoPaging = async ({ library }: Client, world: World) => {
  await world.addPhotos(LIMITS.photos, { takenAt: '2024-05-10T12:00:00Z' })
  await world.addPhotos(1)
  await assertPages([LIMITS.photos, 1], library.photoPage)
}

/** Photo library, sections 7 and 8: deletion of a selection, with ids that fail. */
export const selectionDeletion = async (client: Client, world: World) => {
  const { library } = client
  const ids = idsOf(await addPhotos(client, world, 150))
  const person = await world.secondCustomer()
  await world.addPhotos(1, { person })
  const other = client.as(person.accessToken).library
  const [foreign = ''] = idsOf((await other.photoPage(null, NEWEST)).images)
  assert.deepEqual((await library.deleteChunk([ids[0]!, foreign, UNKNOWN_ID])).failed, [foreign, UNKNOWN_ID])
  await assert.rejects(library.deletePhoto(foreign), { message: 'Failed to delete photo!' })
  await assert.rejects(library.deletePhotos([foreign]), { message: 'Exceeded maximum amount of retries!' })
  await library.deletePhoto(ids[1]!)
  await library.deletePhotos(ids.slice(2, 148))
  assert.deepEqual(idsOf((await library.photoPage(null, NEWEST)).images), ids.slice(148))
  assert.equal((await other.totals()).photosCount, 1)
}

/** Photo library, section 2: deletion of the whole library. */
export const deleteAll = async (client: Client, world: World) => {
  await addPhotos(client, world, 3)
  await client.library.deleteAllPhotos()
  await world.advance(0)
  assert.equal((await client.library.totals()).photosCount, 0)
  assert.deepEqual(await client.library.timeline(), [])
  assert.deepEqual((await client.library.photoPage(null, NEWEST)).images, [])
}

/** Photo library, sections 5 and 7: an album from creation to deletion. */
export const albums = async (client: Client, world: World) => {
  const { library } = client
  const ids = idsOf(await addPhotos(client, world, 120))
  const { albumId, albumName } = await library.createAlbum('Summer')
  const empty = await library.album(albumId)
  assert.deepEqual([albumName, empty.albumName], ['Summer', 'Summer'])
  assert.deepEqual([empty.photosCount, empty.coverPhoto, empty.isShared], [0, null, false])
  await library.renameAlbum(albumId, 'Winter')
  await library.copyToAlbum(albumId, ids)
  const filled = await library.album(albumId)
  assert.deepEqual([filled.albumName, filled.photosCount], ['Winter', 120])
  assert(filled.coverPhoto && ids.includes(filled.coverPhoto.imageId))
  await assertPages([50, 50, 20], (cursor, sort) =>
    library.albumPhotoPage(albumId, { cursor, limit: 50 }, sort),
  )
  await library.removeOneFromAlbum(albumId, ids[0]!)
  await library.removeFromAlbum(albumId, ids.slice(1, 110))
  const left = (await library.albumPhotoPage(albumId, {}, NEWEST)).images
  assert.deepEqual(new Set(idsOf(left)), new Set(ids.slice(110)))
  const { photosCount, albumsCount } = await library.totals()
  assert.deepEqual([photosCount, albumsCount], [120, 1])
  const listed = (await library.albumPage(null, false)).albums
  assert.deepEqual(
    listed.map(album => [album.albumId, album.userId]),
    [[albumId, world.me.accountId]],
  )
  await library.deleteAlbum(albumId)
  await assertStatus(library.album(albumId), 404)
  assert.equal((await library.totals()).photosCount, 120)
}

/** Photo library, section 9: albums in pages of 50. */
export const albumPaging = async ({ library }: Client) => {
  for (let number = 0; number <= LIMITS.albums; number++) await library.createAlbum(`Album ${number}`)
  const first = await library.albumPage(null, true)
  const second = await library.albumPage(first.cursor, true)
  assert.deepEqual([first.albums.length, second.albums.length, second.cursor], [LIMITS.albums, 1, null])
  const ids = [...first.albums, ...second.albums].map(({ albumId }) => albumId)
  assert.equal(new Set(ids).size, LIMITS.albums + 1)
}

/** Photo library, section 2: the selection that goes to the prints editor. */
export const temporarySelection = async (client: Client, world: World) => {
  const photoIds = idsOf(await addPhotos(client, world, 2))
  const { tempSelectionId } = await client.library.createSelection(photoIds)
  assert.deepEqual((await client.library.selection(tempSelectionId)).photoIds, photoIds)
}

/** Photo library, sections 4, 7 and 9: 18 months from registration or the last order. */
export const storageStatus = async (client: Client, world: World) => {
  const { library } = new Client({ ...client.options, production: true })
  const assertStorage = async (expected: string) => {
    const { status, monthsRemaining: months } = await library.storageStatus()
    const derived = months >= 3 ? 'safe' : months >= 1 ? 'warning' : 'critical'
    assert.deepEqual([status, derived], [expected, expected])
  }
  await assertStorage('safe')
  assert.equal((await library.storageStatus()).lastOrderDate, null)
  await world.advance(16.5 * 30.4 * DAY)
  await assertStorage('warning')
  await world.advance(30 * DAY)
  await assertStorage('critical')
  await world.placeOrder()
  await assertStorage('safe')
  assert((await library.storageStatus()).lastOrderDate)
  const failing = new Client({ ...client.options, production: false, accessToken: async () => '' })
  assert.equal((await failing.library.storageStatus()).lastOrderDate, null)
}

/** Photo library, sections 4 and 7: 'authenticate', 'OK', start, import-finished, active. */
export const reactivation = async ({ library }: Client, world: World) => {
  await world.deactivateLibrary()
  assert.equal((await library.activation()).status, 'NOT_ACTIVE')
  const start = Promise.withResolvers<{ started: boolean }>()
  const push = await library.connectImportPush(() => start.resolve(library.activate()))
  assert.equal((await start.promise).started, true)
  for (const type of ['import-started', 'import-finished']) {
    await until(world, type, () => push.received().find(message => message.type === type))
  }
  await world.advance(10_000)
  assert.equal((await library.activation()).status, 'ACTIVE')
  push.close()
}

/** Photo library, sections 5 to 7: unknown ids, malformed values and a missing token. */
export const libraryErrors = async (client: Client) => {
  const { library } = client
  await assertStatus(library.album(UNKNOWN_ID), 404)
  await assertStatus(library.deleteAlbum(UNKNOWN_ID), 404)
  await assertStatus(library.sharedAlbum(UNKNOWN_ID), 404)
  await assertStatus(library.photoExport(UNKNOWN_ID), 404)
  await assertStatus(library.downloadUrl(UNKNOWN_ID), 404)
  await assertStatus(library.selection(UNKNOWN_ID), 404)
  for (const name of ['', '  ', 'a < b', 'a > b', 'a; b']) await assertStatus(library.createAlbum(name), 400)
  await assertStatus(library.photoPage(null, { ...NEWEST, sortKey: 'size' as 'created' }), 400)
  await assertStatus(library.monthPage('2024', '13', null, NEWEST), 400)
  await assert.rejects(library.album(UNKNOWN_ID), { message: 'Request failure' })
  await assertStatus(client.as(async () => '').library.totals(), 401)
}
