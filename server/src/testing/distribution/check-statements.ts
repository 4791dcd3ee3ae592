import type pg from 'pg'
import { domains } from '../../app.ts'
import { reportFault } from '../faults.ts'
import { observeStatements } from './observe-statements.ts'
import { createStatementCheck, type Declarations } from './statement-check.ts'

/** The declarations of all domains. */
export const declarations: Declarations = Object.assign({}, ...domains.map(domain => domain.tables ?? {}))

/**
 * Checks every statement of the product; statements of tests and migrations need not name accounts. Those of
 * `executeForAccounts` may lock and change rows of several: on other nodes it executes them account by account.
 */
export function checkStatements(pool: pg.Pool): void {
  observeStatements(pool, statement => {
    const fault = findStatementFault(statement)
    if (!fault) return
    const stack = getCallStack()
    const isSplitWhereDistributed = SEVERAL_ACCOUNTS_FAULT.test(fault) && BY_ACCOUNT.test(stack)
    if (!isExempt(stack) && !isSplitWhereDistributed)
      reportFault(`A cluster could not execute this (RV-718): ${fault}\n${statement.text}`)
  })
}

/** The faults of a statement that names several accounts by a list. */
const SEVERAL_ACCOUNTS_FAULT = /^(locks rows of|names) several accounts/
const BY_ACCOUNT = /\bexecuteForAccounts\b/

const findStatementFault = createStatementCheck(declarations)

function getCallStack(): string {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 60
  const { stack } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  return stack!
}

/** Whether a test or a migration built the statement: the innermost function outside of the database layer. */
function isExempt(stack: string): boolean {
  const caller = stack.split('\n').find(line => PRODUCT_CODE.test(line))
  return caller !== undefined && /\.test(ing)?\.ts|\/(testing|migrations)\//.test(caller)
}

const PRODUCT_CODE =
  /\/(server\/src\/(?!platform\/db\/|testing\/distribution\/|context\.ts)|demo\/|tools\/|bench\/|shop\/)/
