import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { addAlbumPhotos, removeAlbumPhotos, updateAlbum } from '#contract/albums.ts'
import { createSharedAlbumDownload } from '#contract/downloads.ts'
import { SERVICES } from '#contract/endpoint.ts'
import * as contract from '#contract/shared-albums.ts'
import type { Customer, Step } from './customer.ts'
import { note } from './note.ts'
import type { ModelSharedAlbum } from './shared-albums-model.ts'

/*
 * Other members do what they do at the same moment: of a shared album a customer knows for sure what is their own in
 * it, and the rest once nothing is running.
 */

/** Leaves a shared album, or ends one of their own; nobody else can. */
export const leaveOrEnd: Step = async customer => {
  const { accountId, client, random, world } = customer
  const ids = [...world.shared.albums.keys(), ...world.shared.ended]
  if (ids.length === 0) return
  const id = random.pick(ids)
  const album = world.shared.albums.get(id)
  const member = album !== undefined && isMember(customer, album)
  customer.say(`leave or end ${id}`)
  if (album?.owner === accountId) world.shared.ending.add(id)
  const { status } = await client.fetch(`${SERVICES.sharedAlbums}/shared-albums/${id}`, { method: 'DELETE' })
  expect(member ? (ofAnother(customer, id) ? [204, 404] : [204]) : [404]).toContain(status)
  world.shared.delete(id, accountId)
  if (member) note(world, album.owner === accountId ? 'ended' : 'left')
}

/** Nobody changes a shared album, not even its owner. */
export const changeShared: Step = async customer => {
  const { client, random, world } = customer
  const ids = [...world.shared.albums.keys(), ...world.shared.ended]
  if (ids.length === 0) return
  const id = random.pick(ids)
  const at = { params: { id } }
  const photoIds = [...customer.live(), randomUUID()]
  customer.say(`change shared ${id}`)
  const refusal = await random.pick([
    () => client.refused(addAlbumPhotos, { ...at, body: { photoIds } }),
    () => client.refused(removeAlbumPhotos, { ...at, body: { allExcept: [] } }),
    () => client.refused(updateAlbum, { ...at, body: { name: 'Mine' } }),
  ])()
  expect([403, 404]).toContain(refusal.status)
}

/** Looks at a shared album: their own photos in it are as in their library, the others are of its members. */
export const readShared: Step = async customer => {
  const album = aSharedAlbum(customer)
  if (!album) return
  const { accountId, client, world } = customer
  customer.say(`photos of shared ${album.id}`)
  const query = { sortOrder: 'asc' } as const
  const images = await unlessEnding(customer, album.id, () =>
    client.call(contract.getSharedAlbumPhotos, { params: { id: album.id }, query }),
  )
  if (!images) return
  const shown = world.shared.shown(album)
  const own = images.images.filter(image => image.ownerId === accountId).map(image => image.imageId)
  expect(own).toEqual(shown.filter(id => customer.library.photos.has(id)))
  const members = [album.owner, ...album.participants, ...album.left]
  expect(images.images.filter(image => !members.includes(image.ownerId))).toEqual([])
}

/** Asks for a photo of their own as the album's: only what it shows. */
export const downloadShared: Step = async customer => {
  const album = aSharedAlbum(customer)
  const { accountId, client, downloads, library, now, random, world } = customer
  if (!album || library.photos.size === 0) return
  const photoId = random.pick([...library.photos.keys()])
  const body = { albumId: album.id, photos: [{ photoId, ownerId: accountId }] }
  customer.say(`download ${photoId} of shared ${album.id}`)
  await unlessEnding(customer, album.id, async () => {
    if (world.shared.shown(album).includes(photoId))
      downloads.set((await client.call(createSharedAlbumDownload, { body })).id, now)
    else expect((await client.refused(createSharedAlbumDownload, { body })).status).toBe(400)
  })
}

function aSharedAlbum({ accountId, random, world }: Customer): ModelSharedAlbum | null {
  const { granted, read } = world.shared.of(accountId)
  return granted.length + read.length > 0 ? random.pick([...granted, ...read]) : null
}

/** Null when another customer was ending the album meanwhile: it may be whole, empty, or gone. */
async function unlessEnding<T>(customer: Customer, id: string, work: () => Promise<T>): Promise<T | null> {
  try {
    const answer = await work()
    return ofAnother(customer, id) ? null : answer
  } catch (error) {
    if (ofAnother(customer, id)) return null
    throw error
  }
}

const ofAnother = ({ accountId, world }: Customer, id: string) =>
  world.shared.ending.has(id) && world.shared.albums.get(id)?.owner !== accountId

const isMember = ({ accountId }: Customer, { owner, participants }: ModelSharedAlbum) =>
  owner === accountId || participants.has(accountId)
