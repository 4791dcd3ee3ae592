import assert from 'node:assert/strict'
import type { Client } from './client.ts'
import { addPhotos, assertPages, assertStatus, assertZip, DAY, idsOf, NEWEST, until } from './flow-checks.ts'
import { fetchFile } from './library-client.ts'
import type { World } from './product-world.ts'

/** Photo library, sections 2, 6 and 7: a shared album for its owner and for a participant. */
export const sharedAlbums = async (client: Client, world: World) => {
  const { library } = client
  const { albumId } = await library.createAlbum('Together')
  await library.copyToAlbum(albumId, idsOf(await addPhotos(client, world, 2)))
  const person = await world.secondCustomer()
  const sharedId = await world.shareAlbum(albumId, person)
  const guest = client.as(person.accessToken)
  assert.equal((await library.sharedSummary()).grantedAlbumsCount, 1)
  assert.equal((await guest.library.sharedSummary()).readAlbumsCount, 1)
  assert.deepEqual(
    (await library.albumPage(null, true)).albums.map(({ isShared }) => isShared),
    [true],
  )
  assert.deepEqual((await library.albumPage(null, false)).albums, [])
  const listed = (await guest.library.sharedAlbumPage({})).albums
  assert.deepEqual(
    listed.map(album => [album.albumId, album.ownerId]),
    [[sharedId, world.me.accountId]],
  )
  for (const viewer of [library, guest.library]) {
    const album = await viewer.sharedAlbum(sharedId)
    assert.deepEqual([album.albumName, album.photosCount, album.isShared], ['Together', 2, true])
    const { owner, participants } = await viewer.participants(sharedId)
    assert.deepEqual([owner.id, owner.email], [world.me.accountId, world.me.email])
    assert.deepEqual(
      participants.map(({ id, email }) => [id, email]),
      [[person.accountId, person.email]],
    )
    await assertPages([1, 1], (cursor, sort) => viewer.sharedPhotoPage(sharedId, { cursor, limit: 1 }, sort))
  }
  const shown = (await guest.library.sharedPhotoPage(sharedId, {}, NEWEST)).images
  const photos = shown.map(({ imageId, ownerId }) => ({ photoId: imageId, ownerId }))
  await assertArchive(
    guest,
    world,
    person.accountId,
    await guest.library.createSharedDownload({
      albumId: sharedId,
      photos,
    }),
  )
  await guest.library.deleteSharedAlbum(sharedId)
  assert.deepEqual((await guest.library.sharedAlbumPage({})).albums, [])
  await library.deleteSharedAlbum(sharedId)
  await assertStatus(library.sharedAlbum(sharedId), 404)
  assert.equal((await library.totals()).photosCount, 2)
}

/** Photo library, section 4: the push connection opens after the download of two photos is created. */
const assertArchive = async ({ library }: Client, world: World, userId: string, { id }: { id: string }) => {
  const push = await library.connectDownloadPush()
  // An archive that is finished already is only said to be finished.
  const told = await until(world, 'archive-generation-finished', () =>
    push
      .received()
      .find(({ key, message }) => key === 'archive-generation-finished' && message.downloadId === id),
  )
  assert.equal(told.message.userId, userId)
  push.close()
  await assertZip(await fetchFile((await library.downloadUrl(id)).url), 2)
}

/** Photo library, sections 4 and 7: one photo as a file, several as an archive. */
export const downloads = async (client: Client, world: World) => {
  const images = await addPhotos(client, world, 2)
  const single = await client.library.downloadSinglePhoto(images[0]!)
  assert(single.name.length > 0 && single.bytes.length > 0)
  const ownerId = world.me.accountId
  const download = { id: crypto.randomUUID(), photos: idsOf(images).map(photoId => ({ photoId, ownerId })) }
  const created = await client.library.createDownload({ ...download, name: 'Holiday' })
  assert.deepEqual([created.id, created.photos], [download.id, download.photos])
  await assertArchive(client, world, ownerId, created)
  assert.equal((await client.library.downloads()).items.length, 1)
}

/** Photo library, sections 2, 7 and 9: an export within 48 hours, its links valid for 7 days. */
export const photoExport = async (client: Client, world: World) => {
  const { library } = client
  await addPhotos(client, world, 3)
  const requested = await library.requestExport(world.channel)
  assert(['REQUESTED', 'IN_PROGRESS'].includes(requested.status))
  await world.advance(2 * DAY)
  const backupId = await world.readMailedToken('export', world.me.email)
  const ready = await library.photoExport(backupId)
  assert(ready.status === 'READY')
  assert.equal(ready.backupId, backupId)
  assert.equal((await library.requestExport(world.channel)).status, 'READY')
  assert.equal(ready.chunks.length, 1)
  for (const { iteration, size } of ready.chunks) {
    const bytes = await fetchFile((await library.exportChunkUrl(backupId, iteration)).url)
    await assertZip(bytes, 3)
    assert.equal(bytes.length, size)
  }
  await world.advance(7 * DAY + 1000)
  await assertStatus(library.photoExport(backupId), 404)
}
