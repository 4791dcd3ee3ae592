import type { Placement, TableDeclaration } from '../../schema.ts'
import type { Statement } from './observe-statements.ts'
import { listStatementTables, type TableUse } from './statement-tables.ts'

/** The declarations of all tables, by name. */
export type Declarations = Readonly<Record<string, TableDeclaration>>

/** Returns what a cluster cannot do with a statement (0112); null when it can execute it. */
export type StatementCheck = (statement: Statement) => string | null

/**
 * Creates a check of these rules: a statement on distributed tables names one account, by a value or by a join; one
 * that reads may name several by a list. Statements with `acrossAccounts` name none, and lock nothing. No statement
 * joins tables of the directory with distributed ones.
 */
export function createStatementCheck(declarations: Declarations): StatementCheck {
  const columns = Object.fromEntries(
    Object.entries(declarations).map(([table, { accounts }]) => [table, accounts]),
  )
  const usesByStatement = new Map<string, TableUse[]>()
  return ({ text, values }) => {
    if (!NAMES_TABLES.test(text)) return null
    const uses = usesByStatement.get(text) ?? listStatementTables(text, columns)
    usesByStatement.set(text, uses)
    const createPlacementFilter = (placement: Placement) =>
      uses.filter(use => declarations[use.table]!.placement === placement)
    return findFault(
      createPlacementFilter('distributed'),
      [...createPlacementFilter('directory'), ...createPlacementFilter('local')],
      MARK.test(text),
      values,
    )
  }
}

function findFault(
  distributed: readonly TableUse[],
  local: readonly TableUse[],
  isMarked: boolean,
  values: readonly unknown[],
): string | null {
  if (distributed.length === 0) return isMarked ? 'acrossAccounts, but no distributed table' : null
  if (local.length > 0)
    return `distributed ${listNames(distributed)} with ${listNames(local)} of the directory in one statement`
  const names = listNames(distributed)
  const accounts = distributed.map(use => use.account!.listValues(values))
  const isNamed = accounts.every(each => each !== null)
  const isOne = isNamed && new Set(accounts.flat()).size <= 1
  if (!isOne && distributed.some(use => use.access === 'locked'))
    return `locks rows of several accounts: ${names}`
  if (distributed.some(use => use.hasComputedValues)) return `a query in VALUES: ${names}`
  if (distributed.some(use => use.setsAccount)) return `sets the account of rows: ${names}`
  if (isMarked)
    return distributed.every(use => use.account!.hasSingleValue())
      ? `acrossAccounts, but one account: ${names}`
      : null
  if (!isNamed) return `names no account: ${listNames(distributed.filter((_use, i) => accounts[i] === null))}`
  const isJoined = [...Map.groupBy(distributed, use => use.part).values()].every(
    uses => new Set(uses.map(use => use.account!.getSource())).size === 1,
  )
  const isRead = distributed.every(use => use.access === 'read')
  return isOne || (isRead && isJoined) ? null : `names several accounts: ${names}`
}

const NAMES_TABLES = /^\s*(\/\*.*?\*\/\s*)*(select|insert|update|delete|with|merge|declare)\b/i
const MARK = /\/\* across accounts: /

const listNames = (uses: readonly TableUse[]) => [...new Set(uses.map(use => use.table))].join(', ')
