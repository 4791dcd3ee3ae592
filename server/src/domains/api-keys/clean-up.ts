import { millisecondsInDay } from 'date-fns/constants'
import { API_KEY_LOG_DAYS } from '#contract/api-keys.ts'
import { type Context, change } from '#server/context.ts'
import { deleteCallsBefore, deleteExcessCalls } from './store/calls.ts'
import { deleteKeysEndedBefore } from './store/keys.ts'

/** Calls of a key that are kept: its latest answered ones, and refusals as far as no flood of them fills the disk. */
const KEPT_CALLS = { answered: 1_000, refused: 10_000 }

/** Deletes calls and ended keys that are no longer listed (NX-346). */
export async function cleanUp(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - API_KEY_LOG_DAYS * millisecondsInDay)
  await change(ctx, tx => deleteCallsBefore(tx, before))
  await change(ctx, tx => deleteExcessCalls(tx, KEPT_CALLS))
  await change(ctx, tx => deleteKeysEndedBefore(tx, before))
}
