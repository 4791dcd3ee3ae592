export interface TracingSettings {
  /** Address of an OTLP receiver, without the path of traces. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  serviceName: string
  /** The share of the traces that begin here and are recorded, 0 to 1. */
  ratio: number
}

/** A part of a trace. Name and attributes have no personal data, no values of rows and no addresses. */
export interface SpanDescription {
  name: string
  kind: 'server' | 'client' | 'consumer'
  attributes: Readonly<Record<string, string | number>>
}

/** A span that has started. */
export interface Span {
  traceId: string
  /** The header that continues the trace (W3C Trace Context). */
  traceparent: string
  /** False for a trace that is not sampled: its children need not be started. */
  isRecorded: boolean
  /** `startedAt`: milliseconds of `performance.now()`; now by default. */
  startChild(description: SpanDescription, startedAt?: number): Span
  /** `error`: a code or the name of a class. */
  end(result?: { error?: string | undefined; attributes?: SpanDescription['attributes'] }): void
}

export interface Tracing {
  /** Starts a trace, or continues the one of `traceparent`, if that is valid. */
  startTrace(description: SpanDescription, traceparent?: string): Span
  /** Exports what is queued, for two seconds at most (TIME_LIMITS.traceFlushMs). Never rejects. */
  close(): Promise<void>
}
