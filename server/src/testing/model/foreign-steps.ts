import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import * as albums from '#contract/albums.ts'
import { createDownload, getDownloadUrl } from '#contract/downloads.ts'
import { getExport } from '#contract/exports.ts'
import { getPhoto } from '#contract/photos.ts'
import * as shared from '#contract/shared-albums.ts'
import type { Refusal } from '../client.ts'
import type { Customer, Step } from './customer.ts'
import { note } from './note.ts'

/** What belongs to another customer answers just as what does not exist, whatever is tried with it. */
export const tryForeign: Step = async customer => {
  const { random, world } = customer
  const kind = random.pick(KINDS)
  const ids = kind.ids(customer.other(), customer)
  if (ids.length === 0) return
  const id = random.pick(ids)
  const attempt = random.pick(kind.attempts)
  customer.say(`foreign ${kind.name} ${id}`)
  const foreign = await attempt(customer, id)
  if (!missing.has(attempt)) missing.set(attempt, told(await attempt(customer, randomUUID())))
  expect(foreign.status).toBe(404)
  expect(told(foreign)).toEqual(missing.get(attempt))
  note(world, 'foreign refused')
}

/** What each attempt at something that does not exist is answered. */
const missing = new Map<Attempt, object>()

/** Without what differs from one answer to the next. */
const told = ({ status, body: { correlationId: _, ...body } }: Refusal) => ({ status, ...body })

type Attempt = (customer: Customer, id: string) => Promise<Refusal>

interface Kind {
  name: string
  ids: (other: Customer, customer: Customer) => string[]
  attempts: Attempt[]
}

const KINDS: Kind[] = [
  {
    name: 'photo',
    ids: other => [...other.library.photos.keys()],
    attempts: [
      ({ client }, id) => client.refused(getPhoto, { params: { id } }),
      ({ client, accountId: ownerId }, photoId) =>
        client.refused(createDownload, { body: { id: randomUUID(), photos: [{ photoId, ownerId }] } }),
    ],
  },
  {
    name: 'album',
    ids: other => [...other.albums.albums.keys()],
    attempts: [
      ({ client }, id) => client.refused(albums.getAlbum, { params: { id } }),
      ({ client }, id) => client.refused(albums.getAlbumPhotos, { params: { id } }),
      ({ client }, id) => client.refused(albums.updateAlbum, { params: { id }, body: { name: 'Mine' } }),
      ({ client }, id) => client.refused(albums.deleteAlbum, { params: { id } }),
      ({ client }, id) =>
        client.refused(albums.removeAlbumPhotos, { params: { id }, body: { allExcept: [] } }),
      ({ client }, id) =>
        client.refused(albums.addAlbumPhotos, { params: { id }, body: { selection: { photoIds: [id] } } }),
    ],
  },
  {
    name: 'shared album',
    ids: (_, { accountId, world }) => {
      const { granted, read } = world.shared.of(accountId)
      return [...world.shared.albums.values()]
        .filter(album => !granted.includes(album) && !read.includes(album))
        .map(album => album.id)
    },
    attempts: [
      ({ client }, id) => client.refused(shared.getSharedAlbum, { params: { id } }),
      ({ client }, id) => client.refused(shared.getSharedAlbumPhotos, { params: { id } }),
      ({ client }, id) => client.refused(shared.getParticipants, { params: { id } }),
    ],
  },
  {
    name: 'export',
    ids: ({ living }) => (living ? [living.backupId] : []),
    attempts: [({ client }, backupId) => client.refused(getExport, { params: { backupId } })],
  },
  {
    name: 'archive',
    ids: ({ downloads }) => [...downloads.keys()],
    attempts: [({ client }, id) => client.refused(getDownloadUrl, { params: { id } })],
  },
]
