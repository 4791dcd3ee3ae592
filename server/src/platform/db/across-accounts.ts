import { type RawBuilder, sql } from 'kysely'

/**
 * Marks a statement on distributed tables that does not name the accounts of its rows, which a cluster executes
 * on every node. For maintenance and operator commands only; `reason` says why. Part of a template, or of a query by
 * `modifyEnd`.
 */
export const acrossAccounts = (reason: string): RawBuilder<unknown> =>
  sql.raw(`/* across accounts: ${reason} */`)

/** Groups the rows of a statement across accounts by account, for statements that name one account each. */
export const groupByAccount = <Row extends { account_id: string }>(
  rows: readonly Row[],
): Map<string, Row[]> => Map.groupBy(rows, row => row.account_id)
