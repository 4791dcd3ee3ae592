import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { addAlbumPhotos, removeAlbumPhotos, updateAlbum } from '#contract/albums.ts'
import { createSharedAlbumDownload } from '#contract/downloads.ts'
import { SERVICES } from '#contract/endpoint.ts'
import * as contract from '#contract/shared-albums.ts'
import type { ModelCustomer, Step } from './model-customer.ts'
import { recordOutcome } from './outcomes.ts'
import type { ModelSharedAlbum } from './shared-albums-model.ts'

/*
 * Other members do what they do at the same moment: of a shared album a customer knows for sure what is their own in
 * it, and the rest once nothing is running.
 */

/** Leaves a shared album, or ends one of their own; nobody else can. */
export const leaveOrDeleteShared: Step = async customer => {
  const { accountId, client, random, modelState } = customer
  const ids = [...modelState.shared.albums.keys(), ...modelState.shared.ended]
  if (ids.length === 0) return
  const id = random.pick(ids)
  const album = modelState.shared.albums.get(id)
  const member = album !== undefined && isMember(customer, album)
  customer.say(`leave or end ${id}`)
  if (album?.owner === accountId) modelState.shared.ending.add(id)
  const { status } = await client.fetch(`${SERVICES.sharedAlbums}/shared-albums/${id}`, { method: 'DELETE' })
  expect(member ? (isDeletedByAnother(customer, id) ? [204, 404] : [204]) : [404]).toContain(status)
  modelState.shared.delete(id, accountId)
  if (member) recordOutcome(modelState, album.owner === accountId ? 'ended' : 'left')
}

/** Nobody changes a shared album, not even its owner. */
export const changeShared: Step = async customer => {
  const { client, random, modelState } = customer
  const ids = [...modelState.shared.albums.keys(), ...modelState.shared.ended]
  if (ids.length === 0) return
  const id = random.pick(ids)
  const at = { params: { id } }
  const photoIds = [...customer.live(), randomUUID()]
  customer.say(`change shared ${id}`)
  const refusal = await random.pick([
    () => client.expectError(addAlbumPhotos, { ...at, body: { photoIds } }),
    () => client.expectError(removeAlbumPhotos, { ...at, body: { allExcept: [] } }),
    () => client.expectError(updateAlbum, { ...at, body: { name: 'Mine' } }),
  ])()
  expect([403, 404]).toContain(refusal.status)
}

/** Looks at a shared album: their own photos in it are as in their library, the others are of its members. */
export const readShared: Step = async customer => {
  const album = pickSharedAlbum(customer)
  if (!album) return
  const { accountId, client, modelState } = customer
  customer.say(`photos of shared ${album.id}`)
  const query = { sortOrder: 'asc' } as const
  const images = await unlessDeletedByAnother(customer, album.id, () =>
    client.call(contract.getSharedAlbumPhotos, { params: { id: album.id }, query }),
  )
  if (!images) return
  const shown = modelState.shared.shown(album)
  const own = images.images.filter(image => image.ownerId === accountId).map(image => image.imageId)
  expect(own).toEqual(shown.filter(id => customer.library.photos.has(id)))
  const members = [album.owner, ...album.participants, ...album.left]
  expect(images.images.filter(image => !members.includes(image.ownerId))).toEqual([])
}

/** Asks for a photo of their own as the album's: only what it shows. */
export const downloadShared: Step = async customer => {
  const album = pickSharedAlbum(customer)
  const { accountId, client, downloads, library, now, random, modelState } = customer
  if (!album || library.photos.size === 0) return
  const photoId = random.pick([...library.photos.keys()])
  const body = { albumId: album.id, photos: [{ photoId, ownerId: accountId }] }
  customer.say(`download ${photoId} of shared ${album.id}`)
  await unlessDeletedByAnother(customer, album.id, async () => {
    if (modelState.shared.shown(album).includes(photoId))
      downloads.set((await client.call(createSharedAlbumDownload, { body })).id, now)
    else expect((await client.expectError(createSharedAlbumDownload, { body })).status).toBe(400)
  })
}

function pickSharedAlbum({ accountId, random, modelState }: ModelCustomer): ModelSharedAlbum | null {
  const { granted, read } = modelState.shared.of(accountId)
  return granted.length + read.length > 0 ? random.pick([...granted, ...read]) : null
}

/** Null when another customer was ending the album meanwhile: it may be whole, empty, or gone. */
async function unlessDeletedByAnother<T>(
  customer: ModelCustomer,
  id: string,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    const answer = await work()
    return isDeletedByAnother(customer, id) ? null : answer
  } catch (error) {
    if (isDeletedByAnother(customer, id)) return null
    throw error
  }
}

const isDeletedByAnother = ({ accountId, modelState }: ModelCustomer, id: string) =>
  modelState.shared.ending.has(id) && modelState.shared.albums.get(id)?.owner !== accountId

const isMember = ({ accountId }: ModelCustomer, { owner, participants }: ModelSharedAlbum) =>
  owner === accountId || participants.has(accountId)
