import { expect } from 'vitest'
import { getAlbumPhotos } from '#contract/albums.ts'
import { getPhotos } from '#contract/photos.ts'
import * as shared from '#contract/shared-albums.ts'
import { getSharedAlbumsSummary } from '#contract/shared-albums-summary.ts'
import { listRows } from '../../platform/db/rows.ts'
import * as checks from '../consistency-checks.ts'
import { readAlbums } from './album-reads.ts'
import { readDownloads } from './download-steps.ts'
import { compareExport } from './export-steps.ts'
import type { ModelCustomer } from './model-customer.ts'
import { expectTimeline, readBin, readStorage } from './photo-reads.ts'
import { expectTotals } from './photo-steps.ts'
import type { ModelSharedAlbum } from './shared-albums-model.ts'

/** Compares everything that a customer sees, and rows and files, with the models. No job may be running. */
export async function compare(customer: ModelCustomer): Promise<void> {
  await expectTotals(customer)
  await expectTimeline(customer, 'dateTaken')
  await expectTimeline(customer, 'created')
  await compareLibrary(customer)
  await readBin(customer)
  await readStorage(customer)
  await readAlbums(customer)
  await compareAlbums(customer)
  await compareSharedAlbums(customer)
  await compareExport(customer)
  await readDownloads(customer)
  await compareStorage(customer)
}

async function compareLibrary({ client, library }: ModelCustomer): Promise<void> {
  const { images } = await client.call(getPhotos)
  const order = { sortKey: 'dateTaken', sortOrder: 'desc' } as const
  expect(images.map(image => image.imageId)).toEqual(library.listOrderedIds(order))
  expect(images.filter(image => image.state !== 'ready' || image.thumbnails.length !== 3)).toEqual([])
}

async function compareAlbums({ client, albums }: ModelCustomer): Promise<void> {
  const order = { sortKey: 'created', sortOrder: 'asc' } as const
  for (const id of albums.albums.keys()) {
    const { images } = await client.call(getAlbumPhotos, { params: { id }, query: order })
    expect(images.map(image => image.imageId)).toEqual(albums.listOrderedIds(id, order))
  }
}

async function compareSharedAlbums(customer: ModelCustomer): Promise<void> {
  const { accountId, client, modelState } = customer
  const { granted, read } = modelState.shared.listAlbums(accountId)
  expect(await client.call(getSharedAlbumsSummary)).toMatchObject({
    readAlbumsCount: read.length,
    grantedAlbumsCount: granted.length,
  })
  const { albums } = await client.call(shared.getSharedAlbums)
  expect(albums.map(album => album.albumId).sort()).toEqual(read.map(album => album.id).sort())
  for (const album of [...granted, ...read]) await compareSharedAlbum(customer, album)
}

async function compareSharedAlbum(
  { client, modelState }: ModelCustomer,
  album: ModelSharedAlbum,
): Promise<void> {
  const call = { params: { id: album.id } }
  const shown = modelState.shared.listShownIds(album)
  const { images } = await client.call(shared.getSharedAlbumPhotos, { ...call, query: { sortOrder: 'asc' } })
  expect(images.map(image => image.imageId)).toEqual(shown)
  const actualAlbum = await client.call(shared.getSharedAlbum, call)
  expect(actualAlbum).toMatchObject({
    ownerId: album.owner,
    photosCount: shown.length,
    size: images.reduce((sum, image) => sum + image.size, 0),
  })
  expect(actualAlbum.coverPhoto?.imageId).toBe(modelState.shared.getCover(album))
}

/** Expects exactly the rows, counts and files of the library and of the photos that an export holds. */
async function compareStorage({
  accountId,
  library,
  currentExport,
  modelState,
}: ModelCustomer): Promise<void> {
  const { ctx } = modelState.server
  expect(await checks.findMonthCountErrors(ctx, accountId)).toEqual([])
  expect(await checks.findFactErrors(ctx, accountId)).toEqual([])
  expect(await checks.findGroupErrors(ctx, accountId)).toEqual([])
  expect(await checks.findAlbumCountErrors(ctx, accountId)).toEqual([])
  expect(await checks.findStorageUsageErrors(ctx, accountId)).toEqual([])
  const photos = [...library.photos.values()]
  const blobs = (await Array.fromAsync(ctx.blobs.list(`${accountId}/`))).map(({ key }) => key)
  const variants = blobs.filter(key => key.startsWith(`${accountId}/variants/`))
  expect(variants.sort()).toEqual(
    photos.flatMap(({ id }) => [300, 800, 1300].map(size => `${accountId}/variants/${id}-${size}`)).sort(),
  )
  const originals = blobs.filter(key => !variants.includes(key))
  const heldPhotos = (currentExport?.photos ?? []).filter(({ id }) => !library.photos.has(id))
  const expected = [...photos.map(({ id, picture }) => ({ id, sha256: picture.sha256 })), ...heldPhotos].map(
    ({ id, sha256 }) => `${accountId}/originals/${sha256}-${id}`,
  )
  expect(expected.filter(key => !originals.includes(key))).toEqual([])
  // Holds also cover photos that were restored from the bin after the request (decision 0015).
  const additional = originals.filter(key => !expected.includes(key)).map(key => key.slice(-36))
  expect(currentExport ? additional.filter(id => !library.erasedIds.includes(id)) : additional).toEqual([])
  const rows = await listRows(ctx.db, 'photos', { account_id: accountId })
  const listIds = (erased: boolean) =>
    rows.filter(row => (row.erased_at !== null) === erased).map(row => row.photo_id)
  expect(rows.filter(row => row.erased_at === null && row.state !== 'ready')).toEqual([])
  expect(listIds(false).sort()).toEqual(photos.map(({ id }) => id).sort())
  expect(listIds(true).sort()).toEqual([...heldPhotos.map(({ id }) => id), ...additional].sort())
}
