import { expect } from 'vitest'
import * as contract from '#contract/exports.ts'
import type { Customer, Step } from './customer.ts'
import { note } from './note.ts'
import { DAY } from './retention-model.ts'

const CHANNEL = 'KEEPSAKE-GB'

/** The one that lives is answered; else the library of this moment is frozen, whatever happens before its job runs. */
export const askForExport: Step = async customer => {
  const { client, library, living, world } = customer
  customer.say('ask for an export')
  const body = { channel: CHANNEL }
  if (!living && library.library.length === 0) {
    const { body: answer } = await client.refused(contract.createExport, { body })
    expect(answer.code).toBe('bad-request')
    return note(world, 'exports of nothing refused')
  }
  const { backupId } = await client.call(contract.createExport, { body })
  if (living) {
    expect(backupId).toBe(living.backupId)
    return note(world, 'living exports answered again')
  }
  const photos = library.library.map(({ id, picture }) => ({ id, sha256: picture.sha256 }))
  customer.living = { backupId, photos, expires: null }
  note(world, 'exports')
}

/** How far the export is. */
export const readExport: Step = async customer => {
  const { client, living } = customer
  customer.say('read exports')
  const { items } = await client.call(contract.getExports)
  const current = items.filter(each => each.status !== 'FAILED').map(each => each.backupId)
  expect(current).toEqual(living ? [living.backupId] : [])
}

/** Deleting the whole library calls off an export that is not ready. */
export async function seeWhetherCalledOff(customer: Customer): Promise<void> {
  const { client, living, world } = customer
  if (!living) return
  const { status } = await client.call(contract.getExport, { params: { backupId: living.backupId } })
  if (status === 'READY') return
  expect(status).toBe('FAILED')
  customer.living = null
  note(world, 'exports called off')
}

/**
 * Once nothing is running the export is ready, and has what was asked for: frozen, each photo once. What came back
 * from the bin between the request and its job is in it, too (decision 0014).
 */
export async function compareExport(customer: Customer): Promise<void> {
  const { client, living, library, world } = customer
  await readExport(customer)
  if (!living) return
  const params = { backupId: living.backupId }
  const answer = await client.call(contract.getExport, { params })
  if (answer.status !== 'READY') throw new Error(`The export is ${answer.status}`)
  living.expires = Date.parse(answer.expires)
  expect(living.expires).toBe(Date.parse(answer.updated) + contract.EXPORT_DAYS * DAY)
  const pages = await Promise.all(
    answer.chunks.map(({ iteration }) =>
      client.call(contract.getExportFiles, { params: { ...params, iteration } }),
    ),
  )
  const hashes = pages.flatMap(({ files }) => files.map(file => file.sha256)).sort()
  const asked = living.photos.map(photo => photo.sha256)
  expect(hashes.filter(hash => asked.includes(hash))).toEqual(asked.sort())
  expect(hashes).toEqual([...new Set(hashes)])
  expect(answer.photosCount).toBe(hashes.length)
  if (living.photos.some(({ id }) => !library.photos.has(id))) note(world, 'exports that held erased photos')
}

/** Time has passed. */
export function expireExport(customer: Customer): void {
  const { expires = null } = customer.living ?? {}
  if (expires !== null && expires <= customer.now) customer.living = null
}
