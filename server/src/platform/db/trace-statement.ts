import type { LogEvent } from 'kysely'
import { getActiveSpan, getErrorType } from '../tracing/active-span.ts'

/** Adds a statement that has ended to the trace of the running code: its text, and never its parameters. */
export function traceStatement(event: LogEvent): void {
  const parent = getActiveSpan()
  if (!parent?.isRecorded) return
  const { sql } = event.query
  const operation = /^\W*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'SQL'
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': sql,
  }
  parent
    .startChild(
      { name: operation, kind: 'client', attributes },
      performance.now() - event.queryDurationMillis,
    )
    .end(event.level === 'error' ? { error: getErrorType(event.error) } : {})
}
