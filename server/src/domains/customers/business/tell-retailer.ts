import { putBusinessCustomer } from '#contract/retailer-calls/customers.ts'
import { type Context, change } from '#server/context.ts'
import { RetailerError } from '#server/platform/retailer/retailer-error.ts'
import { tellBusinessDetails } from '../job-kinds.ts'
import { presentDetails } from './present.ts'
import { findBusinessDetails, listUntoldDetails, markTold } from './store.ts'

/**
 * Tells the retailer of a change of business details by its id: a repeated call, also after a crash between the answer and
 * its being stored, is the same one. A change that another one followed is not told. Throws while the retailer gives no
 * answer: the job is retried. A refusal is logged and final.
 */
export async function tellOfBusinessDetails(
  ctx: Context,
  { accountId, changeId }: { accountId: string; changeId: string },
): Promise<void> {
  const row = await findBusinessDetails(ctx.db, accountId)
  if (row?.change_id !== changeId || row.told_at) return
  const body = { requestId: changeId, version: row.version, ...presentDetails(row) }
  try {
    await ctx.retailer.call(putBusinessCustomer, { params: { accountId }, body })
  } catch (error) {
    if (!(error instanceof RetailerError)) throw error
    // Told once there is a retailer.
    if (error.kind === 'not-configured') return
    if (error.kind === 'unavailable') throw error
    ctx.log.error(
      { accountId, changeId, kind: error.kind, reason: error.reason },
      'the retailer refused business details: needs manual action',
    )
  }
  await markTold(ctx.db, { account_id: accountId, change_id: changeId }, ctx.clock.now())
}

const BATCH = 100
/** Younger changes have their first job. */
const UNTOLD_MS = 5 * 60_000

/** Inserts the jobs of untold changes again; one that still has its job keeps it. */
export async function retellBusinessChanges(ctx: Context): Promise<void> {
  if (!ctx.config.retailer) return
  const until = new Date(ctx.clock.now().getTime() - UNTOLD_MS)
  const rows = await listUntoldDetails(ctx.db, until, BATCH)
  await change(ctx, async tx => {
    for (const { change_id: changeId, account_id: accountId } of rows)
      await ctx.jobs.send(tx, tellBusinessDetails, [{ accountId, changeId }], { id: changeId, again: true })
  })
}
