import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import * as contract from '#contract/albums.ts'
import type { PhotoSelection } from '#contract/photo-selection.ts'
import type { Step } from './model-customer.ts'

/** Maximum number of albums of one customer. */
const ALBUMS_MAX = 5

/** Creates an album, by one call or by two concurrent ones. */
export const createAlbum: Step = async customer => {
  const { albums, client, random } = customer
  if (albums.albums.size >= ALBUMS_MAX) return deleteAlbum(customer)
  const [albumId, name] = [randomUUID(), `Album ${random.integer(1000)}`]
  const times = random.chance(0.3) ? 2 : 1
  customer.logStep(`create ${albumId} ${times}x`)
  const body = { name, albumId }
  await Promise.all(Array.from({ length: times }, () => client.call(contract.createAlbum, { body })))
  albums.create(albumId, name)
}

/** Deletes an album; a second deletion is not found. Sometimes restores it, with all that it showed. */
export const deleteAlbum: Step = async customer => {
  const id = customer.pickAlbum()
  if (!id) return createAlbum(customer)
  customer.logStep(`delete album ${id}`)
  await customer.client.call(contract.deleteAlbum, { params: { id } })
  expect((await customer.client.expectError(contract.deleteAlbum, { params: { id } })).status).toBe(404)
  if (!customer.random.chance(0.3)) return customer.albums.delete(id)
  customer.logStep(`restore album ${id}`)
  await customer.client.call(contract.restoreAlbum, { params: { id } })
}

/** Adds photos by id: all or none. Sometimes repeats it by two concurrent calls, which add nothing. */
export const addPhotosById: Step = async customer => {
  const { albums, client, library, random } = customer
  const id = customer.pickAlbum()
  const ids = random.chance(0.7) ? customer.sampleLibraryIds() : customer.sampleIds()
  if (!id) return createAlbum(customer)
  if (ids.length === 0) return
  const call = (photoIds: string[]) => ({ params: { id }, body: { photoIds } })
  const isAllowed = ids.every(photo => library.photos.get(photo)?.deletedAt === null)
  customer.logStep(`add to ${id}: ${ids.join(' ')}${isAllowed ? '' : ', refused'}`)
  if (!isAllowed) {
    expect((await client.expectError(contract.addAlbumPhotos, call(ids))).status).toBe(404)
    return
  }
  const answer = await client.call(contract.addAlbumPhotos, call(ids))
  const added = albums.add(id, ids)
  expect(answer).toEqual({ added, photosCount: albums.listShownIds(id).length })
  if (!random.chance(0.1)) return
  const repeatedAnswers = await Promise.all(
    [ids, ids.slice(1).concat(ids[0]!)].map(each => client.call(contract.addAlbumPhotos, call(each))),
  )
  for (const each of repeatedAnswers)
    expect(each).toEqual({ added: 0, photosCount: albums.listShownIds(id).length })
}

/** Adds months and albums with exceptions, and single photos in any state. */
export const addPhotosByRule: Step = async customer => {
  const { albums, client, library, random } = customer
  const id = customer.pickAlbum()
  if (!id) return createAlbum(customer)
  const photos = library.library
  const months = random.sample([...new Set(photos.map(({ picture }) => picture.takenMonth))], 0.4)
  const others = random.sample([...albums.albums.keys()], 0.3)
  const except = customer.sampleLibraryIds(0.2)
  const single = customer.sampleIds()
  if (months.length + others.length + single.length === 0) return
  const selection: PhotoSelection = {
    months: months.map(month => ({ year: Math.floor(month / 100), month: month % 100, except })),
    albums: others.map(albumId => ({ albumId, except })),
    photoIds: single,
  }
  customer.logStep(`add by rule to ${id}: ${JSON.stringify(selection)}`)
  const selectedIds = [
    ...photos.filter(({ picture }) => months.includes(picture.takenMonth)).map(photo => photo.id),
    ...others.flatMap(album => albums.listShownIds(album)),
  ].filter(photo => !except.includes(photo))
  const answer = await client.call(contract.addAlbumPhotos, { params: { id }, body: { selection } })
  const added = albums.add(id, [...selectedIds, ...single])
  expect(answer).toEqual({ added, photosCount: albums.listShownIds(id).length })
}

/** Removes some photos from an album, or all others. */
export const removePhotos: Step = async customer => {
  const { albums, client, random } = customer
  const id = customer.pickAlbum()
  if (!id) return createAlbum(customer)
  const ids = customer.sampleIds()
  const removesOthers = random.chance(0.2)
  if (!removesOthers && ids.length === 0) return
  customer.logStep(`remove from ${id} ${removesOthers ? 'all but' : ''}: ${ids.join(' ')}`)
  const body = removesOthers ? { allExcept: ids } : { photoIds: ids }
  const answer = await client.call(contract.removeAlbumPhotos, { params: { id }, body })
  const removedCount = albums.removePhotos(id, photo => ids.includes(photo) !== removesOthers)
  expect(answer).toEqual({ removed: removedCount, photosCount: albums.listShownIds(id).length })
}

/** Removes one photo from an album; one that the album does not show is not found. */
export const removePhoto: Step = async customer => {
  const { albums, client, library, random } = customer
  const id = customer.pickAlbum()
  if (!id || library.photos.size === 0) return createAlbum(customer)
  const photoId = random.pick([...library.photos.keys()])
  const call = { params: { id, photoId } }
  customer.logStep(`remove ${photoId} from ${id}`)
  if (!albums.listShownIds(id).includes(photoId)) {
    expect((await client.expectError(contract.removeAlbumPhoto, call)).status).toBe(404)
    return
  }
  await client.call(contract.removeAlbumPhoto, call)
  albums.removePhotos(id, photo => photo === photoId)
}

/** Changes an album's name and cover; null resets the cover. */
export const changeAlbum: Step = async customer => {
  const { albums, client, random } = customer
  const id = customer.pickAlbum()
  if (!id) return createAlbum(customer)
  const album = albums.albums.get(id)!
  const shown = albums.listShownIds(id)
  const coverPhotoId = shown.length > 0 && random.chance(0.8) ? random.pick(shown) : null
  const name = `Album ${random.integer(1000)}`
  customer.logStep(`change ${id}: cover ${coverPhotoId}`)
  const answer = await client.call(contract.updateAlbum, { params: { id }, body: { name, coverPhotoId } })
  album.name = name
  album.chosenCoverId = coverPhotoId
  expect(answer.albumName).toBe(name)
  expect(answer.coverPhoto?.imageId).toBe(albums.getCover(id).cover)
}
