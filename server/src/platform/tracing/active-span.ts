import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span, SpanDescription, Tracing } from './span.ts'

const storage = new AsyncLocalStorage<Span>()

/** Returns the span of the running code; undefined outside of requests and jobs, and without tracing. */
export const getActiveSpan = (): Span | undefined => storage.getStore()

/** Runs `work`, whose spans are children of `span`; without a span it only runs it. */
export const runInSpan = <T>(span: Span | undefined, work: () => T): T =>
  span ? storage.run(span, work) : work()

/** Runs `work` as a trace of its own; without tracing it only runs it. */
export async function runTrace<T>(
  tracing: Tracing | null,
  description: SpanDescription,
  work: () => Promise<T>,
): Promise<T> {
  return tracing ? endAfter(tracing.startTrace(description), work) : work()
}

/** Runs `work` as a child of the active span; without a recorded one it only runs it. */
export async function traceWork<T>(description: SpanDescription, work: () => Promise<T>): Promise<T> {
  const parent = getActiveSpan()
  return parent?.isRecorded ? endAfter(parent.startChild(description), work) : work()
}

/** The headers of an outgoing call that continue the trace (W3C Trace Context); none without tracing. */
export function createTraceHeaders(): Record<string, string> {
  const span = getActiveSpan()
  return span ? { traceparent: span.traceparent } : {}
}

async function endAfter<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    const result = await runInSpan(span, work)
    span.end()
    return result
  } catch (error) {
    span.end({ error: getErrorType(error) })
    throw error
  }
}

/** The code or name of an error: its message may contain values of rows, addresses or credentials. */
export function getErrorType(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return ([code, name].find(each => typeof each === 'string' && /^\w{1,60}$/.test(each)) as string) ?? 'Error'
}
