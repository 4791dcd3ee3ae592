import { type AccountEraser, eraseRows } from '../../domain.ts'
import { journalUnlessRepeated } from './journal.ts'
import { getAccountRowsSql } from './store/account-rows.ts'

const rows = eraseRows(getAccountRowsSql)

/** Keeps the journal as the record of why and when photos were erased; its only personal data is the account id. */
export const retentionEraser: AccountEraser = {
  count: rows.count,
  async erase(ctx, erasure) {
    const { accountId, by, rule } = erasure
    await journalUnlessRepeated(ctx.db, ctx.clock.now(), {
      event: 'account-erased',
      rule,
      actor: by,
      accountId,
    })
    await rows.erase(ctx, erasure)
  },
}
