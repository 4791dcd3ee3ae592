import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import * as albums from '#contract/albums.ts'
import { createDownload, getDownloadUrl } from '#contract/downloads.ts'
import { getExport } from '#contract/exports.ts'
import { getPhoto } from '#contract/photos.ts'
import * as shared from '#contract/shared-albums.ts'
import type { ErrorResult } from '../client.ts'
import type { ModelCustomer, Step } from './model-customer.ts'
import { recordOutcome } from './outcomes.ts'

/** Verifies that an id of another customer is answered like an id that does not exist. */
export const accessForeignData: Step = async customer => {
  const { random, modelState } = customer
  const kind = random.pick(KINDS)
  const ids = kind.ids(customer.pickOther(), customer)
  if (ids.length === 0) return
  const id = random.pick(ids)
  const attempt = random.pick(kind.attempts)
  customer.logStep(`foreign ${kind.name} ${id}`)
  const foreign = await attempt(customer, id)
  if (!notFoundAnswers.has(attempt))
    notFoundAnswers.set(attempt, toComparable(await attempt(customer, randomUUID())))
  expect(foreign.status).toBe(404)
  expect(toComparable(foreign)).toEqual(notFoundAnswers.get(attempt))
  recordOutcome(modelState, 'foreign refused')
}

/** The answer of each attempt with an id that does not exist. */
const notFoundAnswers = new Map<Attempt, object>()

/** Returns the answer without its correlation id. */
const toComparable = ({ status, body: { correlationId: _, ...body } }: ErrorResult) => ({ status, ...body })

type Attempt = (customer: ModelCustomer, id: string) => Promise<ErrorResult>

interface Kind {
  name: string
  ids: (other: ModelCustomer, customer: ModelCustomer) => string[]
  attempts: Attempt[]
}

const KINDS: Kind[] = [
  {
    name: 'photo',
    ids: other => [...other.library.photos.keys()],
    attempts: [
      ({ client }, id) => client.expectError(getPhoto, { params: { id } }),
      ({ client, accountId: ownerId }, photoId) =>
        client.expectError(createDownload, { body: { id: randomUUID(), photos: [{ photoId, ownerId }] } }),
    ],
  },
  {
    name: 'album',
    ids: other => [...other.albums.albums.keys()],
    attempts: [
      ({ client }, id) => client.expectError(albums.getAlbum, { params: { id } }),
      ({ client }, id) => client.expectError(albums.getAlbumPhotos, { params: { id } }),
      ({ client }, id) => client.expectError(albums.updateAlbum, { params: { id }, body: { name: 'Mine' } }),
      ({ client }, id) => client.expectError(albums.deleteAlbum, { params: { id } }),
      ({ client }, id) =>
        client.expectError(albums.removeAlbumPhotos, { params: { id }, body: { allExcept: [] } }),
      ({ client }, id) =>
        client.expectError(albums.addAlbumPhotos, {
          params: { id },
          body: { selection: { photoIds: [id] } },
        }),
    ],
  },
  {
    name: 'shared album',
    ids: (_, { accountId, modelState }) => {
      const { granted, read } = modelState.shared.listAlbums(accountId)
      return [...modelState.shared.albums.values()]
        .filter(album => !granted.includes(album) && !read.includes(album))
        .map(album => album.id)
    },
    attempts: [
      ({ client }, id) => client.expectError(shared.getSharedAlbum, { params: { id } }),
      ({ client }, id) => client.expectError(shared.getSharedAlbumPhotos, { params: { id } }),
      ({ client }, id) => client.expectError(shared.getParticipants, { params: { id } }),
    ],
  },
  {
    name: 'export',
    ids: ({ currentExport }) => (currentExport ? [currentExport.backupId] : []),
    attempts: [({ client }, backupId) => client.expectError(getExport, { params: { backupId } })],
  },
  {
    name: 'download',
    ids: ({ downloads }) => [...downloads.keys()],
    attempts: [({ client }, id) => client.expectError(getDownloadUrl, { params: { id } })],
  },
]
