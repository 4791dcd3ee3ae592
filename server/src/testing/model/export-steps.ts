import { expect } from 'vitest'
import * as contract from '#contract/exports.ts'
import type { ModelCustomer, Step } from './model-customer.ts'
import { recordOutcome } from './outcomes.ts'
import { DAY } from './retention-model.ts'

const CHANNEL = 'KEEPSAKE-GB'

/** Requests an export: the current one is returned again, else the current library is frozen. */
export const requestExport: Step = async customer => {
  const { client, library, currentExport, modelState } = customer
  customer.logStep('request an export')
  const body = { channel: CHANNEL }
  if (!currentExport && library.library.length === 0) {
    const { body: answer } = await client.expectError(contract.createExport, { body })
    expect(answer.code).toBe('bad-request')
    return recordOutcome(modelState, 'empty exports refused')
  }
  const { backupId } = await client.call(contract.createExport, { body })
  if (currentExport) {
    expect(backupId).toBe(currentExport.backupId)
    return recordOutcome(modelState, 'current exports answered again')
  }
  const photos = library.library.map(({ id, picture }) => ({ id, sha256: picture.sha256 }))
  customer.currentExport = { backupId, photos, expires: null }
  recordOutcome(modelState, 'exports')
}

/** Reads the exports. */
export const readExport: Step = async customer => {
  const { client, currentExport } = customer
  customer.logStep('read exports')
  const { items } = await client.call(contract.getExports)
  const current = items.filter(each => each.status !== 'FAILED').map(each => each.backupId)
  expect(current).toEqual(currentExport ? [currentExport.backupId] : [])
}

/** Deleting the whole library cancels an export that is not ready. */
export async function expectUnfinishedExportCanceled(customer: ModelCustomer): Promise<void> {
  const { client, currentExport, modelState } = customer
  if (!currentExport) return
  const { status } = await client.call(contract.getExport, { params: { backupId: currentExport.backupId } })
  if (status === 'READY') return
  expect(status).toBe('FAILED')
  customer.currentExport = null
  recordOutcome(modelState, 'exports canceled')
}

/**
 * When no job is running the export is ready and contains each requested photo once. Photos that were restored from
 * the bin between the request and its job are in it, too (decision 0015).
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
  const requested = currentExport.photos.map(photo => photo.sha256)
  expect(hashes.filter(hash => requested.includes(hash))).toEqual(requested.sort())
  expect(hashes).toEqual([...new Set(hashes)])
  expect(answer.photosCount).toBe(hashes.length)
  if (currentExport.photos.some(({ id }) => !library.photos.has(id)))
    recordOutcome(modelState, 'exports that held erased photos')
}

/** Removes an expired export from the model. */
export function expireExport(customer: ModelCustomer): void {
  const { expires = null } = customer.currentExport ?? {}
  if (expires !== null && expires <= customer.now) customer.currentExport = null
}
