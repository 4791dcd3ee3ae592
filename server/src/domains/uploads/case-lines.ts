import type { CaseSource } from '../../domain.ts'
import { findBatchAccounts, listUploadBatches } from './store/batches.ts'

/** What was uploaded, by batch. */
export const uploadCase: CaseSource = {
  find: ({ db }, word) => findBatchAccounts(db, word),
  list: async ({ db }, accountId, period) =>
    (await listUploadBatches(db, accountId, period)).map(row => {
      const { batch_id, started_at, total, added, already_there, problems } = row
      const missing = total - added - already_there - problems
      return {
        at: started_at,
        who: 'upload',
        by: batch_id,
        what: `${total} files: ${added} added, ${already_there} already there, ${problems} refused, ${missing} missing`,
      }
    }),
}
