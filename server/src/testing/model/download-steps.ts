import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import * as contract from '#contract/downloads.ts'
import type { Step } from './model-customer.ts'
import { DAY } from './retention-model.ts'

/** An archive can be fetched so long. */
const DOWNLOAD_DAYS = 7

/** Asks for an archive: of photos in the library, or it is refused. */
export const requestDownload: Step = async customer => {
  const { accountId, client, downloads, library, now, random } = customer
  const ids = (random.chance(0.3) ? customer.live() : customer.ids()).slice(0, 4)
  if (ids.length === 0) return
  const allowed = ids.every(photo => library.photos.get(photo)?.deletedAt === null)
  const id = randomUUID()
  const call = { body: { id, photos: ids.map(photoId => ({ photoId, ownerId: accountId })) } }
  customer.say(`download ${ids.join(' ')}${allowed ? '' : ', refused'}`)
  if (allowed) {
    await client.call(contract.createDownload, call)
    downloads.set(id, now)
  } else expect((await client.expectError(contract.createDownload, call)).status).toBe(404)
}

/** The archives that have not expired. */
export const readDownloads: Step = async customer => {
  const { client, downloads, now } = customer
  customer.say('downloads')
  for (const [id, asked] of downloads) if (asked + DOWNLOAD_DAYS * DAY <= now) downloads.delete(id)
  const { items } = await client.call(contract.getDownloads)
  expect(items.map(item => item.id).sort()).toEqual([...downloads.keys()].sort())
}
