import { type RawBuilder, sql } from 'kysely'

/**
 * Marks a statement on distributed tables that does not name the accounts whose rows it reads or changes (0112): a cluster
 * executes it on every node. Maintenance and commands of an operator only; says why. Part of a template, or of a query by
 * `modifyEnd`.
 */
export const acrossAccounts = (reason: string): RawBuilder<unknown> =>
  sql.raw(`/* across accounts: ${reason} */`)

/** What a statement across accounts has listed, account by account: the statements that follow name one each. */
export const groupByAccount = <Row extends { account_id: string }>(
  rows: readonly Row[],
): Map<string, Row[]> => Map.groupBy(rows, row => row.account_id)
