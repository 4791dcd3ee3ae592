import { runInStatementScope } from '../platform/db/statement-scope.ts'
import type { TestServer } from './harness.ts'

const CONNECTIONS = 10

/** Holds all connections of the pool, as slow statements of several routes do; returns a function that frees them. */
export function holdConnections({ ctx }: TestServer): () => Promise<void> {
  const free = Promise.withResolvers<void>()
  // The embedded engine has one connection: the others wait in vain.
  const held = Array.from({ length: CONNECTIONS }, (_, i) =>
    runInStatementScope({ statementClass: 'read', group: `route ${i}` }, () =>
      ctx.db.connection().execute(() => free.promise),
    ).catch(() => undefined),
  )
  return async () => {
    free.resolve()
    await Promise.all(held)
  }
}
