import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import * as contract from '#contract/albums.ts'
import type { Step } from './model-customer.ts'

/** Albums of one customer at one time. */
const ALBUMS_MAX = 5

/** Makes an album, by one call or by two at the same moment. */
export const create: Step = async customer => {
  const { albums, client, random } = customer
  if (albums.albums.size >= ALBUMS_MAX) return remove(customer)
  const [albumId, name] = [randomUUID(), `Album ${random.below(1000)}`]
  const times = random.chance(0.3) ? 2 : 1
  customer.say(`create ${albumId} ${times}x`)
  const body = { name, albumId }
  await Promise.all(Array.from({ length: times }, () => client.call(contract.createAlbum, { body })))
  albums.create(albumId, name)
}

/** Removes an album; again it is not found. */
export const remove: Step = async customer => {
  const id = customer.pickAlbum()
  if (!id) return create(customer)
  customer.say(`remove ${id}`)
  await customer.client.call(contract.deleteAlbum, { params: { id } })
  expect((await customer.client.expectError(contract.deleteAlbum, { params: { id } })).status).toBe(404)
  customer.albums.remove(id)
}

/** Adds named photos, by one call, then sometimes by two more at the same moment: all of them, or none. */
export const addNamed: Step = async customer => {
  const { albums, client, library, random } = customer
  const id = customer.pickAlbum()
  const ids = random.chance(0.7) ? customer.live() : customer.ids()
  if (!id) return create(customer)
  if (ids.length === 0) return
  const call = (photoIds: string[]) => ({ params: { id }, body: { photoIds } })
  const allowed = ids.every(photo => library.photos.get(photo)?.deletedAt === null)
  customer.say(`add to ${id}: ${ids.join(' ')}${allowed ? '' : ', refused'}`)
  if (!allowed) {
    expect((await client.expectError(contract.addAlbumPhotos, call(ids))).status).toBe(404)
    return
  }
  const answer = await client.call(contract.addAlbumPhotos, call(ids))
  const added = albums.add(id, ids)
  expect(answer).toEqual({ added, photosCount: albums.shown(id).length })
  if (!random.chance(0.1)) return
  const again = await Promise.all(
    [ids, ids.slice(1).concat(ids[0]!)].map(each => client.call(contract.addAlbumPhotos, call(each))),
  )
  for (const each of again) expect(each).toEqual({ added: 0, photosCount: albums.shown(id).length })
}

/** Adds whole months and albums but for some photos, and single ones, whatever has become of those. */
export const addByRule: Step = async customer => {
  const { albums, client, library, random } = customer
  const id = customer.pickAlbum()
  if (!id) return create(customer)
  const photos = library.library
  const months = random.sample([...new Set(photos.map(({ picture }) => picture.takenMonth))], 0.4)
  const others = random.sample([...albums.albums.keys()], 0.3)
  const except = customer.live(0.2)
  const single = customer.ids()
  if (months.length + others.length + single.length === 0) return
  const selection: contract.PhotoSelection = {
    months: months.map(month => ({ year: Math.floor(month / 100), month: month % 100, except })),
    albums: others.map(albumId => ({ albumId, except })),
    photoIds: single,
  }
  customer.say(`add by rule to ${id}: ${JSON.stringify(selection)}`)
  const chosen = [
    ...photos.filter(({ picture }) => months.includes(picture.takenMonth)).map(photo => photo.id),
    ...others.flatMap(album => albums.shown(album)),
  ].filter(photo => !except.includes(photo))
  const answer = await client.call(contract.addAlbumPhotos, { params: { id }, body: { selection } })
  const added = albums.add(id, [...chosen, ...single])
  expect(answer).toEqual({ added, photosCount: albums.shown(id).length })
}

/** Takes out these, or all but these. */
export const removeSome: Step = async customer => {
  const { albums, client, random } = customer
  const id = customer.pickAlbum()
  if (!id) return create(customer)
  const ids = customer.ids()
  const rest = random.chance(0.2)
  if (!rest && ids.length === 0) return
  customer.say(`take out of ${id} ${rest ? 'all but' : ''}: ${ids.join(' ')}`)
  const body = rest ? { allExcept: ids } : { photoIds: ids }
  const answer = await client.call(contract.removeAlbumPhotos, { params: { id }, body })
  const removed = albums.removeSome(id, photo => ids.includes(photo) !== rest)
  expect(answer).toEqual({ removed, photosCount: albums.shown(id).length })
}

/** Takes out one; what the album does not show is not found. */
export const removeOne: Step = async customer => {
  const { albums, client, library, random } = customer
  const id = customer.pickAlbum()
  if (!id || library.photos.size === 0) return create(customer)
  const photoId = random.pick([...library.photos.keys()])
  const call = { params: { id, photoId } }
  customer.say(`take ${photoId} out of ${id}`)
  if (!albums.shown(id).includes(photoId)) {
    expect((await client.expectError(contract.removeAlbumPhoto, call)).status).toBe(404)
    return
  }
  await client.call(contract.removeAlbumPhoto, call)
  albums.removeSome(id, photo => photo === photoId)
}

/** Another name, another cover or none chosen. */
export const change: Step = async customer => {
  const { albums, client, random } = customer
  const id = customer.pickAlbum()
  if (!id) return create(customer)
  const album = albums.albums.get(id)!
  const shown = albums.shown(id)
  const coverPhotoId = shown.length > 0 && random.chance(0.8) ? random.pick(shown) : null
  const name = `Album ${random.below(1000)}`
  customer.say(`change ${id}: cover ${coverPhotoId}`)
  const answer = await client.call(contract.updateAlbum, { params: { id }, body: { name, coverPhotoId } })
  album.name = name
  album.chosenCover = coverPhotoId
  expect(answer.albumName).toBe(name)
  expect(answer.coverPhoto?.imageId).toBe(albums.coverOf(id).cover)
}
