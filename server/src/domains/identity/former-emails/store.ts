import type { Selectable } from 'kysely'
import type { Reader } from '#server/context.ts'
import { greaterThan, listRows } from '../../../platform/db/rows.ts'
import type { FormerEmailsTable } from '../tables.ts'

export type FormerEmailRow = Selectable<FormerEmailsTable>

/** Lists addresses that were replaced after that instant, the one that was replaced first before the others. */
export function listFormerEmailsAfter(db: Reader, accountId: string, after: Date): Promise<FormerEmailRow[]> {
  return listRows(db, 'former_emails', { account_id: accountId, until: greaterThan(after) }, 'until')
}
