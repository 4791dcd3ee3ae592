import { DRAFT_DAYS } from '#contract/selection-drafts.ts'
import type { Context } from '../../context.ts'
import { deleteOldDrafts } from './store.ts'

const BATCH = 500

/** Deletes drafts that were not changed for 30 days (NX-235). */
export async function cleanUpDrafts(ctx: Context, signal: AbortSignal): Promise<void> {
  const changedBefore = new Date(ctx.clock.now().getTime() - DRAFT_DAYS * 86_400_000)
  while (!signal.aborted && (await deleteOldDrafts(ctx.db, changedBefore, BATCH)) === BATCH) {}
}
