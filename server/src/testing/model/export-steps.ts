import { expect } from 'vitest'
import * as contract from '#contract/exports.ts'
import type { ModelCustomer, Step } from './model-customer.ts'
import { recordOutcome } from './outcomes.ts'
import { DAY } from './retention-model.ts'

const CHANNEL = 'KEEPSAKE-GB'

/** The one that lives is answered; else the library of this moment is frozen, whatever happens before its job runs. */
export const requestExport: Step = async customer => {
  const { client, library, currentExport, modelState } = customer
  customer.say('ask for an export')
  const body = { channel: CHANNEL }
  if (!currentExport && library.library.length === 0) {
    const { body: answer } = await client.expectError(contract.createExport, { body })
    expect(answer.code).toBe('bad-request')
    return recordOutcome(modelState, 'exports of nothing refused')
  }
  const { backupId } = await client.call(contract.createExport, { body })
  if (currentExport) {
    expect(backupId).toBe(currentExport.backupId)
    return recordOutcome(modelState, 'living exports answered again')
  }
  const photos = library.library.map(({ id, picture }) => ({ id, sha256: picture.sha256 }))
  customer.currentExport = { backupId, photos, expires: null }
  recordOutcome(modelState, 'exports')
}

/** How far the export is. */
export const readExport: Step = async customer => {
  const { client, currentExport } = customer
  customer.say('read exports')
  const { items } = await client.call(contract.getExports)
  const current = items.filter(each => each.status !== 'FAILED').map(each => each.backupId)
  expect(current).toEqual(currentExport ? [currentExport.backupId] : [])
}

/** Deleting the whole library calls off an export that is not ready. */
export async function expectUnfinishedExportCanceled(customer: ModelCustomer): Promise<void> {
  const { client, currentExport, modelState } = customer
  if (!currentExport) return
  const { status } = await client.call(contract.getExport, { params: { backupId: currentExport.backupId } })
  if (status === 'READY') return
  expect(status).toBe('FAILED')
  customer.currentExport = null
  recordOutcome(modelState, 'exports called off')
}

/**
 * Once nothing is running the export is ready, and has what was asked for: frozen, each photo once. What came back
 * from the bin between the request and its job is in it, too (decision 0014).
 */
export async function compareExport(customer: ModelCustomer): Promise<void> {
  const { client, currentExport, library, modelState } = customer
  await readExport(customer)
  if (!currentExport) return
  const params = { backupId: currentExport.backupId }
  const answer = await client.call(contract.getExport, { params })
  if (answer.status !== 'READY') throw new Error(`The export is ${answer.status}`)
  currentExport.expires = Date.parse(answer.expires)
  expect(currentExport.expires).toBe(Date.parse(answer.updated) + contract.EXPORT_DAYS * DAY)
  const pages = await Promise.all(
    answer.chunks.map(({ iteration }) =>
      client.call(contract.getExportFiles, { params: { ...params, iteration } }),
    ),
  )
  const hashes = pages.flatMap(({ files }) => files.map(file => file.sha256)).sort()
  const asked = currentExport.photos.map(photo => photo.sha256)
  expect(hashes.filter(hash => asked.includes(hash))).toEqual(asked.sort())
  expect(hashes).toEqual([...new Set(hashes)])
  expect(answer.photosCount).toBe(hashes.length)
  if (currentExport.photos.some(({ id }) => !library.photos.has(id)))
    recordOutcome(modelState, 'exports that held erased photos')
}

/** Time has passed. */
export function expireExport(customer: ModelCustomer): void {
  const { expires = null } = customer.currentExport ?? {}
  if (expires !== null && expires <= customer.now) customer.currentExport = null
}
