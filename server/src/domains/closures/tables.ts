import { type Instant, local, type NullableInstant, type TablesOf } from '../../schema.ts'

export const closureTables = {
  closures: local<ClosuresTable>('account_id'),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof closureTables> {}
}

/**
 * Closed accounts: closed → reopened, or closed → erasing → erased. An erased one stays as a record without the account,
 * so that the mailed link can answer that it was deleted.
 */
export interface ClosuresTable {
  /** Hash of the token in the mailed link that reopens the account. */
  keep_hash: string
  account_id: string | null
  state: 'closed' | 'reopened' | 'erasing' | 'erased'
  closed_at: Instant
  /** When the grace period ends. */
  erase_at: Instant
  ended_at: NullableInstant
}
