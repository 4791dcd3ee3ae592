import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import * as contract from '#contract/downloads.ts'
import type { Step } from './model-customer.ts'
import { DAY } from './retention-model.ts'

/** Days until a download expires. */
const DOWNLOAD_DAYS = 7

/** Requests a download; photos outside the library make it not found. */
export const requestDownload: Step = async customer => {
  const { accountId, client, downloads, library, now, random } = customer
  const ids = (random.chance(0.3) ? customer.sampleLibraryIds() : customer.sampleIds()).slice(0, 4)
  if (ids.length === 0) return
  const isAllowed = ids.every(photo => library.photos.get(photo)?.deletedAt === null)
  const id = randomUUID()
  const call = { body: { id, photos: ids.map(photoId => ({ photoId, ownerId: accountId })) } }
  customer.logStep(`download ${ids.join(' ')}${isAllowed ? '' : ', refused'}`)
  if (isAllowed) {
    await client.call(contract.createDownload, call)
    downloads.set(id, now)
  } else expect((await client.expectError(contract.createDownload, call)).status).toBe(404)
}

/** Reads the downloads that have not expired. */
export const readDownloads: Step = async customer => {
  const { client, downloads, now } = customer
  customer.logStep('downloads')
  for (const [id, requestedAt] of downloads)
    if (requestedAt + DOWNLOAD_DAYS * DAY <= now) downloads.delete(id)
  const { items } = await client.call(contract.getDownloads)
  expect(items.map(item => item.id).sort()).toEqual([...downloads.keys()].sort())
}
