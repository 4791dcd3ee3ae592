import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import * as contract from '#contract/photos.ts'
import { runJob } from '../run-job.ts'
import { expectUnfinishedExportCanceled } from './export-steps.ts'
import type { ModelCustomer, Step } from './model-customer.ts'
import { recordOutcome } from './outcomes.ts'

/** Moves some photos to the bin. */
export const deletePhotos: Step = async customer => {
  const ids = pickIds(customer)
  customer.logStep(`delete ${ids.join(' ')}`)
  const { failed } = await customer.client.call(contract.deletePhotos, { body: { photoIds: ids } })
  expect(failed.sort()).toEqual(customer.library.delete(ids, customer.now).sort())
}

/** Restores some photos. */
export const restorePhotos: Step = async customer => {
  const ids = pickIds(customer)
  customer.logStep(`restore ${ids.join(' ')}`)
  const { failed } = await customer.client.call(contract.restorePhotos, {
    body: { photoIds: ids },
  })
  expect(failed.sort()).toEqual(customer.library.restore(ids).sort())
}

/** Erases some photos; those that are not in the bin fail. */
export const erasePhotos: Step = async customer => {
  const ids = pickIds(customer, 0.12)
  customer.logStep(`erase ${ids.join(' ')}`)
  const { failed } = await customer.client.call(contract.erasePhotos, { body: { photoIds: ids } })
  expect(failed.sort()).toEqual(customer.library.erase(ids, customer.now).sort())
  customer.albums.removeErased()
}

function pickIds(customer: ModelCustomer, share?: number): string[] {
  const ids = customer.sampleIds(share)
  return ids.length > 0 ? ids : [randomUUID()]
}

/** Deletes the whole library and sometimes undoes it, which restores exactly the moved photos. */
export const deleteAll: Step = async customer => {
  const { client, library, random } = customer
  const isUndone = library.library.length > 0 && random.chance(0.3)
  customer.logStep(`delete all${isUndone ? ' and undo' : ''}`)
  const before = library.library.map(({ id }) => id)
  const { moveId } = await client.call(contract.deleteAllPhotos)
  await finishMove(customer, moveId)
  library.deleteAll(customer.now)
  await expectTotals(customer)
  await expectUnfinishedExportCanceled(customer)
  if (!isUndone) return
  const undo = await client.call(contract.restoreAllPhotos, { body: { moveId } })
  await finishMove(customer, undo.moveId)
  library.restore(before)
  await expectTotals(customer)
}

/** Restores the whole bin, also expired photos. */
export const restoreAll: Step = async customer => {
  customer.logStep('restore all')
  const { moveId } = await customer.client.call(contract.restoreAllPhotos, { body: {} })
  await finishMove(customer, moveId)
  customer.library.restoreAll()
  await expectTotals(customer)
}

/** Runs the library move in one or two additional workers while the queue's worker runs it. */
async function finishMove({ accountId, random, modelState }: ModelCustomer, moveId: string): Promise<void> {
  const work = () => runJob(modelState.server, 'photos.move-library', { accountId, moveId })
  const workers = random.chance(0.5) ? 2 : 1
  await Promise.all(Array.from({ length: workers }, work))
  recordOutcome(modelState, `moves by ${workers} additional workers`)
}

/** Reads the numbers of photos in the library and the bin, and of albums. */
export const expectTotals: Step = async customer => {
  const { accountId, client, library, albums, modelState } = customer
  customer.logStep('totals')
  const totals = await client.call(contract.getUser)
  expect(totals).toMatchObject({
    photosCount: library.library.length,
    deletedCount: library.bin.length,
    albumsCount: albums.albums.size + modelState.shared.listAlbums(accountId).granted.length,
  })
  expect(totals.move).toBeUndefined()
}
