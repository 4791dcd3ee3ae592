import type pg from 'pg'

/** A statement as the driver receives it. */
export interface Statement {
  text: string
  values: readonly unknown[]
}

/** Calls `observe` with every statement that clients of the pool execute from now on. */
export function observeStatements(pool: pg.Pool, observe: (statement: Statement) => void): void {
  pool.on('connect', client => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
      if (typeof text === 'string') observe({ text, values: Array.isArray(values) ? values : [] })
      return query(text, values, ...rest)
    }) as typeof client.query
  })
}
