import { expect } from 'vitest'
import * as contract from '#contract/albums.ts'
import type { ModelCustomer, Step } from './model-customer.ts'
import { expectPages, pickOrder } from './pages.ts'

/** Reads all albums with counts, sizes and covers. */
export const readAlbums: Step = async customer => {
  customer.logStep('albums')
  const { albums } = await customer.client.call(contract.getAlbums, { query: { limit: 100 } })
  const ids = [...customer.albums.albums.keys()]
  expect(albums.map(album => album.albumId).sort()).toEqual(ids.sort())
  for (const album of albums) expectAlbum(customer, album)
}

/** Reads one album. */
export const readAlbum: Step = async customer => {
  const id = customer.pickAlbum()
  if (!id) return readAlbums(customer)
  customer.logStep(`album ${id}`)
  expectAlbum(customer, await customer.client.call(contract.getAlbum, { params: { id } }))
}

function expectAlbum({ albums, library, accountId }: ModelCustomer, album: contract.Album): void {
  const model = albums.albums.get(album.albumId)!
  const shownIds = albums.listShownIds(model.id)
  const { coverChosen, cover } = albums.getCover(model.id)
  expect(album).toMatchObject({
    userId: accountId,
    albumName: model.name,
    photosCount: shownIds.length,
    size: shownIds.reduce((sum, id) => sum + library.photos.get(id)!.picture.bytes.length, 0),
    coverChosen,
  })
  expect(album.coverPhoto?.imageId).toBe(cover)
}

/** Reads some pages of an album, in order of addition or by date taken. */
export const readAlbumPhotos: Step = async customer => {
  const { albums, client, random } = customer
  const id = customer.pickAlbum()
  if (!id) return readAlbums(customer)
  const order = pickOrder(random)
  customer.logStep(`photos of ${id} by ${order.sortKey} ${order.sortOrder}`)
  await expectPages(random, albums.listOrderedIds(id, order), query =>
    client.call(contract.getAlbumPhotos, { params: { id }, query: { ...order, ...query } }),
  )
}

/** Reads one photo of an album and its position; one that the album does not show is not found. */
export const readAlbumPhoto: Step = async customer => {
  const { albums, client, library, random } = customer
  const id = customer.pickAlbum()
  if (!id || library.photos.size === 0) return readAlbums(customer)
  const order = pickOrder(random)
  const photoId = random.pick([...library.photos.keys()])
  const call = { params: { id, photoId }, query: order }
  customer.logStep(`photo ${photoId} of ${id} by ${order.sortKey} ${order.sortOrder}`)
  const position = albums.listOrderedIds(id, order).indexOf(photoId)
  if (position < 0) expect((await client.expectError(contract.getAlbumPhoto, call)).status).toBe(404)
  else
    expect(await client.call(contract.getAlbumPhoto, call)).toMatchObject({
      image: { imageId: photoId },
      position,
    })
}
