import { AsyncLocalStorage } from 'node:async_hooks'
import type { StatementClass } from '../time-limits.ts'

/** What the running code is part of. */
export interface StatementScope {
  statementClass: StatementClass
  /** The route or kind of job, which shares connections with the others (connection-queue.ts). */
  group: string
}

const storage = new AsyncLocalStorage<StatementScope>()

/** Runs `work`, whose statements belong to the scope. */
export const runInStatementScope = <T>(scope: StatementScope, work: () => T): T => storage.run(scope, work)

/** Returns the scope of the running code; undefined outside of requests and jobs. */
export const getStatementScope = (): StatementScope | undefined => storage.getStore()
