import { addDays } from 'date-fns/addDays'
import * as contract from '#contract/journal.ts'
import { type Context, change } from '../../context.ts'
import { type Domain, defineDomain, eraseRows, type UndoSource } from '../../domain.ts'
import { route } from '../../http/route.ts'
import { requireRecentSignIn } from '../../http/step-up.ts'
import { runOnSchedule } from '../../platform/jobs/jobs.ts'
import { listEntryLines } from './case-lines.ts'
import { presentEntries } from './present.ts'
import { findReview, readEntries } from './read-entries.ts'
import { record } from './record.ts'
import { deleteExpiredEntries, listAccountsToCleanUp, listEntriesInEffectAfter } from './store.ts'
import { journalTables } from './tables.ts'
import { undo } from './undo.ts'

export { presentEntries } from './present.ts'
export { readEntries } from './read-entries.ts'
export { listInstants, type NewEntry, record, recordUndo, recordUndoOf } from './record.ts'
export { isWaiting, lockEffect, stopEntry, stopWaitingEntries } from './stop.ts'
export { type EntryRow, findEntry, listEntries, listEntriesInEffectAfter, sumPhotos } from './store.ts'
export type { Values } from './tables.ts'
export { createUndoConflict, undoValues } from './undo.ts'

const ACCOUNTS_PER_STEP = 500

/** What happened in an account, by whom, and the way back. `listSources` lists what domains can undo, when all are declared. */
export const createJournal = (listSources: () => readonly UndoSource[]): Domain =>
  defineDomain({
    name: 'journal',
    dependsOn: [],
    tables: journalTables,
    routes: [
      route(contract.getJournal, async ({ ctx, caller: { accountId, grantId }, query }) => {
        const { rows, cursor } = await readEntries(ctx, accountId, query)
        return { entries: await presentEntries(ctx, listSources(), rows, grantId), cursor }
      }),
      route(contract.undoEntry, call => {
        const { ctx, caller, params } = call
        const key = { accountId: caller.accountId, entryId: params.id }
        return undo(ctx, listSources(), key, () => requireRecentSignIn(call))
      }),
      route(contract.getJournalReview, async ({ ctx, caller: { accountId, grantId } }) => {
        const rows = await listEntriesInEffectAfter(ctx.db, accountId, ctx.clock.now())
        const entries = await presentEntries(ctx, listSources(), rows, grantId)
        return {
          ...(await findReview(ctx, accountId)),
          // Not what was brought back meanwhile.
          waiting: entries.filter(({ undo }) => undo === 'waiting'),
        }
      }),
      route(contract.completeJournalReview, async ({ ctx, caller: { accountId } }) => {
        await change(ctx, tx => record(ctx, tx, { accountId, kind: 'changes.reviewed' }))
      }),
    ],
    jobs: [runOnSchedule('journal.clean-up', '52 2 * * *', cleanUpJournal, { leaseSeconds: 900 })],
    caseLines: { list: (ctx, accountId, period) => listEntryLines(ctx, listSources(), accountId, period) },
    eraseAccount: eraseRows(journalTables),
  })

/** Deletes entries by their age, and the values that can no longer be restored. */
export async function cleanUpJournal(ctx: Context, signal: AbortSignal): Promise<void> {
  const now = ctx.clock.now()
  const age = { now, valuesBefore: addDays(now, -contract.UNDO_DAYS) }
  while (!signal.aborted) {
    const accountIds = await listAccountsToCleanUp(ctx.db, { ...age, limit: ACCOUNTS_PER_STEP })
    for (const accountId of accountIds) await change(ctx, tx => deleteExpiredEntries(tx, accountId, age))
    if (accountIds.length < ACCOUNTS_PER_STEP) return
  }
}
