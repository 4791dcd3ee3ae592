import { millisecondsInDay } from 'date-fns/constants'
import { deleteProject } from '#contract/retailer-calls/projects.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { notFound } from '../../http/failure.ts'
import type { ServiceCaller } from '../../http/route.ts'
import { mayAccessVendor } from '../../http/service-access.ts'
import {
  atMost,
  deleteRows,
  insertMissingRow,
  lockRows,
  notNull,
  updateRows,
} from '../../platform/db/rows.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'
import { findCustomer } from '../customers/index.ts'
import { defineMessageKind, enqueueMessage } from '../retailer-outbox/index.ts'
import { deleteStates } from '../services/index.ts'
import { setPictureUse } from '../stored-pictures/index.ts'
import { lockDueProjects, lockProject, type ProjectRow } from './store.ts'

const BATCH = 200
/** Days for which the record of an erased project remains; the retailer resends no version later. */
const RECORD_DAYS = 400

/** Returns the key of the project's use of a stored picture. */
export const toPictureUse = ({ account_id, project_id }: Pick<ProjectRow, 'account_id' | 'project_id'>) => ({
  accountId: account_id,
  usedBy: `project:${project_id}`,
})

/**
 * Erases a project that the retailer has deleted; before it arrives, for the vendors of the service. False when it was erased
 * before. Not-found for that of another vendor's customer.
 */
export function eraseRetailerProject(
  ctx: Context,
  projectId: string,
  service?: ServiceCaller,
): Promise<boolean> {
  return change(ctx, async tx => {
    const vendors = service?.vendors ?? null
    const now = ctx.clock.now()
    // The record of one that has not arrived, which has no account.
    const record = {
      project_id: projectId,
      account_id: '',
      version: 0,
      changed_at: now,
      updated_at: now,
      erased_at: now,
    }
    const deleted_for = vendors && [...vendors]
    if (await insertMissingRow(tx.db, 'projects', { ...record, deleted_for })) return true
    const row = await lockProject(tx, projectId)
    if (row?.deleted_for) return addVendors(tx, row, vendors)
    const customer = row?.account_id ? await findCustomer(tx.db, row.account_id) : undefined
    if (customer && !mayAccessVendor(service, customer.vendor)) throw notFound('Project')
    if (!row || row.erased_at) return false
    await eraseProject(ctx, tx, row, { isKnownToRetailer: true })
    if (row.account_id !== '') await publishToAccount(ctx, tx, row.account_id, { type: 'projects-changed' })
    return true
  })
}

/** Deletes a project that has not arrived for further vendors; false when it is deleted for all of these. */
async function addVendors(
  tx: Tx,
  { project_id: projectId, deleted_for: deletedFor }: ProjectRow,
  vendors: readonly string[] | null,
): Promise<boolean> {
  const allVendors = vendors && [...new Set([...deletedFor!, ...vendors])]
  if (allVendors?.length === deletedFor!.length) return false
  await updateRows(
    tx.db,
    'projects',
    { project_id: projectId },
    { deleted_for: allVendors && [...allVendors] },
  )
  return true
}

/** Erases the account's projects that expired with its photos, and notifies the retailer. */
export async function eraseExpiredProjects(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  const expired = { account_id: accountId, expired_at: notNull, erased_at: null }
  for (const row of await lockRows(tx, 'projects', expired, 'project_id'))
    await eraseProject(ctx, tx, row, { isKnownToRetailer: false })
}

/**
 * Erases projects whose days in the bin are over, of which the retailer is notified, and projects that the retailer has
 * deleted. Deletes old records.
 */
export async function cleanUpProjects(ctx: Context, signal: AbortSignal): Promise<void> {
  const now = ctx.clock.now()
  const deletedBy = new Date(now.getTime() - ctx.config.binDays * millisecondsInDay)
  for (let erasedCount = BATCH; erasedCount === BATCH && !signal.aborted; )
    erasedCount = await change(ctx, async tx => {
      const rows = await lockDueProjects(tx, { deletedBy, now, limit: BATCH })
      for (const row of rows) {
        const isKnownToRetailer = row.expires_at !== null && row.expires_at <= now
        await eraseProject(ctx, tx, row, { isKnownToRetailer })
      }
      return rows.length
    })
  await deleteRows(ctx.db, 'projects', {
    erased_at: atMost(new Date(now.getTime() - RECORD_DAYS * millisecondsInDay)),
  })
}

async function eraseProject(
  ctx: Context,
  tx: Tx,
  row: ProjectRow,
  { isKnownToRetailer }: { isKnownToRetailer: boolean },
): Promise<void> {
  await updateRows(
    tx.db,
    'projects',
    { project_id: row.project_id },
    { body: null, erased_at: ctx.clock.now() },
  )
  await deleteStates(tx, 'projects', [row.project_id])
  await setPictureUse(ctx, tx, toPictureUse(row), undefined)
  if (!isKnownToRetailer) await enqueueDeletion(ctx, tx, row)
}

const projectDeletion = defineMessageKind({
  name: 'projects.deletion',
  call: deleteProject,
  outlivesAccount: true,
  build: async (_ctx, { messageId: id }) => ({ params: { id } }),
})

/** Enqueues the message that a locked project is deleted; does nothing without a retailer. */
export async function enqueueDeletion(
  ctx: Context,
  tx: Tx,
  { project_id: messageId, account_id: accountId }: Pick<ProjectRow, 'project_id' | 'account_id'>,
): Promise<void> {
  const subject = `project:${messageId}`
  if (ctx.config.retailer) await enqueueMessage(ctx, tx, projectDeletion, { messageId, accountId, subject })
}
