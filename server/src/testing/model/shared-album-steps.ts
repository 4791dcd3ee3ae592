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
 * Other members act concurrently: a step compares a customer's own photos in a shared album; everything else is compared
 * when no step is running.
 */

/** Leaves a shared album, or deletes an own one; other customers' calls are not found. */
export const leaveOrDeleteShared: Step = async customer => {
  const { accountId, client, random, modelState } = customer
  const ids = [...modelState.shared.albums.keys(), ...modelState.shared.deletedIds]
  if (ids.length === 0) return
  const id = random.pick(ids)
  const album = modelState.shared.albums.get(id)
  const member = album !== undefined && isMember(customer, album)
  customer.logStep(`leave or delete ${id}`)
  if (album?.owner === accountId) modelState.shared.deletionRequested.add(id)
  const { status } = await client.fetch(`${SERVICES.sharedAlbums}/shared-albums/${id}`, { method: 'DELETE' })
  expect(member ? (isDeletedByAnother(customer, id) ? [204, 404] : [204]) : [404]).toContain(status)
  modelState.shared.delete(id, accountId)
  if (member)
    recordOutcome(modelState, album.owner === accountId ? 'shared albums deleted' : 'shared albums left')
}

/** Changes of a shared album are refused, also those of its owner. */
export const changeShared: Step = async customer => {
  const { client, random, modelState } = customer
  const ids = [...modelState.shared.albums.keys(), ...modelState.shared.deletedIds]
  if (ids.length === 0) return
  const id = random.pick(ids)
  const call = { params: { id } }
  const photoIds = [...customer.sampleLibraryIds(), randomUUID()]
  customer.logStep(`change shared ${id}`)
  const refusal = await random.pick([
    () => client.expectError(addAlbumPhotos, { ...call, body: { photoIds } }),
    () => client.expectError(removeAlbumPhotos, { ...call, body: { allExcept: [] } }),
    () => client.expectError(updateAlbum, { ...call, body: { name: 'Mine' } }),
  ])()
  expect([403, 404]).toContain(refusal.status)
}

/** Reads a shared album: the customer's photos in it match their library, the others belong to its members. */
export const readShared: Step = async customer => {
  const album = pickSharedAlbum(customer)
  if (!album) return
  const { accountId, client, modelState } = customer
  customer.logStep(`photos of shared ${album.id}`)
  const query = { sortOrder: 'asc' } as const
  const images = await expectUnlessDeleted(customer, album.id, () =>
    client.call(contract.getSharedAlbumPhotos, { params: { id: album.id }, query }),
  )
  if (!images) return
  const shownIds = modelState.shared.listShownIds(album)
  const ownPhotoIds = images.images.filter(image => image.ownerId === accountId).map(image => image.imageId)
  expect(ownPhotoIds).toEqual(shownIds.filter(id => customer.library.photos.has(id)))
  const members = [album.owner, ...album.participants, ...album.formerMembers]
  expect(images.images.filter(image => !members.includes(image.ownerId))).toEqual([])
}

/** Downloads an own photo through a shared album; refused when the album does not show it. */
export const downloadShared: Step = async customer => {
  const album = pickSharedAlbum(customer)
  const { accountId, client, downloads, library, now, random, modelState } = customer
  if (!album || library.photos.size === 0) return
  const photoId = random.pick([...library.photos.keys()])
  const body = { albumId: album.id, photos: [{ photoId, ownerId: accountId }] }
  customer.logStep(`download ${photoId} of shared ${album.id}`)
  await expectUnlessDeleted(customer, album.id, async () => {
    if (modelState.shared.listShownIds(album).includes(photoId))
      downloads.set((await client.call(createSharedAlbumDownload, { body })).id, now)
    else expect((await client.expectError(createSharedAlbumDownload, { body })).status).toBe(400)
  })
}

function pickSharedAlbum({ accountId, random, modelState }: ModelCustomer): ModelSharedAlbum | null {
  const { granted, read } = modelState.shared.listAlbums(accountId)
  return granted.length + read.length > 0 ? random.pick([...granted, ...read]) : null
}

/** Null when another customer is deleting the album: it may be complete, empty or not found. */
async function expectUnlessDeleted<T>(
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
  modelState.shared.deletionRequested.has(id) && modelState.shared.albums.get(id)?.owner !== accountId

const isMember = ({ accountId }: ModelCustomer, { owner, participants }: ModelSharedAlbum) =>
  owner === accountId || participants.has(accountId)
