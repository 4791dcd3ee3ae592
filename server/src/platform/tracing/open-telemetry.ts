import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span as SdkSpan,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Clock } from '../clock/clock.ts'
import type { Log } from '../log/log.ts'
import { TIME_LIMITS } from '../time-limits.ts'
import { getErrorType } from './active-span.ts'
import type { Span, SpanDescription, Tracing, TracingSettings } from './span.ts'

/** Spans that wait for their export; further ones are dropped. */
const QUEUE_MAX = 2048
/** Characters of an attribute: lists of parameters make statements long. */
const ATTRIBUTE_LENGTH_MAX = 2000
const WARN_INTERVAL_MS = 60_000

/** Opens tracing with the SDK of OpenTelemetry, which only this file may load. */
export function createTracing(
  { endpoint, headers, serviceName, ratio }: TracingSettings,
  {
    process: { role, build },
    log,
    clock,
  }: { process: { role: string; build: string }; log: Pick<Log, 'warn'>; clock: Clock },
): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: TIME_LIMITS.traceExportMs,
    concurrencyLimit: QUEUE_MAX / 512,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': build,
      'service.instance.id': `${hostname()}:${process.pid}`,
      'keepsake.role': role,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanLimits: { attributeValueLengthLimit: ATTRIBUTE_LENGTH_MAX },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportFailures(exporter, log, clock),
        maxQueueSize: QUEUE_MAX,
        exportTimeoutMillis: 2 * TIME_LIMITS.traceExportMs,
      }),
    ],
  })
  const tracer = provider.getTracer('keepsake')
  return {
    startTrace: (description, traceparent) =>
      startSpan(tracer, description, parseTraceparent(traceparent) ?? ROOT_CONTEXT),
    async close() {
      const ended = provider.shutdown().then(() => true)
      const late = wait(TIME_LIMITS.traceFlushMs, false, { ref: false })
      const isFlushed = await Promise.race([ended, late]).catch(() => false)
      if (!isFlushed) log.warn('the last traces were not accepted by the collector')
    },
  }
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

function startSpan(
  tracer: Tracer,
  { name, kind, attributes }: SpanDescription,
  parent: Context,
  startedAt = performance.now(),
): Span {
  const span = tracer.startSpan(name, { kind: KINDS[kind], attributes, startTime: startedAt }, parent)
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
    isRecorded: span.isRecording(),
    startChild: (description, childStartedAt) =>
      startSpan(tracer, description, trace.setSpan(ROOT_CONTEXT, span), childStartedAt),
    end: result => endSpan(span, result),
  }
}

function endSpan(span: SdkSpan, { error, attributes }: Parameters<Span['end']>[0] = {}): void {
  if (attributes) span.setAttributes(attributes)
  if (error !== undefined) {
    span.setAttribute('error.type', error)
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end(performance.now())
}

/** Version 00 of W3C Trace Context, and the beginning of later ones (4.1: they have these fields too). */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/

function parseTraceparent(header: string | undefined): Context | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(header ?? '') ?? []
  if (!traceId || !spanId || !flags) return null
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : null
}

/** Logs failed exports, once a minute at most: requests and jobs do not depend on them. */
function reportFailures(exporter: SpanExporter, log: Pick<Log, 'warn'>, clock: Clock): SpanExporter {
  let warnedAt = Number.NEGATIVE_INFINITY
  let lostSpans = 0
  return {
    export(spans, done) {
      exporter.export(spans, result => {
        // The processor would give failures to a handler that all of the process share.
        done({ code: 0 })
        if (result.code === 0) return
        lostSpans += spans.length
        const now = clock.now().getTime()
        if (now - warnedAt < WARN_INTERVAL_MS) return
        log.warn(
          { reason: getErrorType(result.error), lostSpans },
          'traces were not accepted by the collector',
        )
        warnedAt = now
        lostSpans = 0
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}
