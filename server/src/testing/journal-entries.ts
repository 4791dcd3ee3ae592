import type { Context } from '../context.ts'
import { type EntryRow, listEntries } from '../domains/journal/index.ts'

/** Lists the account's entries whose kinds begin with `prefix` ('passkey.', 'access.ended'), oldest first. */
export async function readJournal(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  prefix = '',
): Promise<EntryRow[]> {
  const rows = await listEntries(db, accountId, { since: new Date(0), limit: 1000 })
  return rows.filter(({ kind }) => kind.startsWith(prefix)).toReversed()
}
