import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { importSharedAlbums } from '../../domains/shared-albums/index.ts'
import type { ModelState } from './model-customer.ts'
import { recordOutcome } from './outcomes.ts'

/** Maximum number of shared albums that exist at the same time. */
const SHARED_MAX = 4

/**
 * Imports an operator's file with one shared album: a new one, an existing one with other photos and participants, or
 * one that its owner deleted and that is not imported again.
 */
export async function importRandomSharedAlbum(modelState: ModelState): Promise<void> {
  const { customers, random, server, shared } = modelState
  const existingAlbums = [...shared.albums.values()]
  const existingAlbum =
    existingAlbums.length >= SHARED_MAX || (existingAlbums.length > 0 && random.chance(0.3))
      ? random.pick(existingAlbums)
      : null
  const deletedId =
    !existingAlbum && shared.deletedIds.size > 0 && random.chance(0.2)
      ? random.pick([...shared.deletedIds])
      : null
  const owner =
    customers.find(({ accountId }) => accountId === existingAlbum?.owner) ?? random.pick(customers)
  const others = customers.filter(customer => customer !== owner)
  const participants = random.sample(others, 0.5)
  if (participants.length === 0) participants.push(random.pick(others))
  const candidates = [owner, ...participants].flatMap(({ accountId, library }) =>
    [...library.photos.keys()].map(id => ({ owner: accountId, id })),
  )
  const photos = random.sample(candidates, 0.4)
  const cover = photos.length > 0 && random.chance(0.5) ? random.integer(photos.length) : undefined
  const album = {
    id: existingAlbum?.id ?? deletedId ?? randomUUID(),
    owner: owner.accountId,
    participants: participants.map(({ accountId }) => accountId),
    photos,
    cover: cover === undefined ? null : photos[cover]!,
  }
  const file = {
    albumId: album.id,
    name: 'Shared',
    owner: album.owner,
    participants: album.participants,
    created: '2020-01-01T00:00:00Z',
    photos: photos.map(photo => ({ owner: photo.owner, photoId: photo.id })),
    ...(cover === undefined ? {} : { cover }),
  }
  for (const customer of customers) customer.logStep(`import ${JSON.stringify(file)}`)
  const report = await importSharedAlbums(server.ctx, JSON.stringify({ sharedAlbums: [file] }))
  expect(report.problems).toEqual([])
  shared.importAlbum(album)
  recordOutcome(
    modelState,
    deletedId ? 'deleted ones not imported' : existingAlbum ? 'imported again' : 'imported',
  )
}
