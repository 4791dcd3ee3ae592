import { createServer, type IncomingHttpHeaders } from 'node:http'
import { json } from 'node:stream/consumers'
import { listenLocally } from './listen-locally.ts'

/** A span of OTLP/JSON, with its attributes as an object. */
export interface CollectedSpan {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Record<string, unknown>
  status: { code?: number }
}

interface Otlp {
  resourceSpans: { scopeSpans: { spans: (Omit<CollectedSpan, 'attributes'> & { attributes: Pair[] })[] }[] }[]
}
type Pair = { key: string; value: Record<string, unknown> }

/** Starts a receiver of OTLP over HTTP in JSON, which ends with `opened`. `status`: of its answers; null: it gives none. */
export async function startTraceCollector(opened: AsyncDisposableStack, status: number | null = 200) {
  const calls: { url: string; headers: IncomingHttpHeaders; body: unknown }[] = []
  const server = createServer(async (request, response) => {
    calls.push({ url: request.url!, headers: request.headers, body: await json(request) })
    if (status !== null) response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  const { origin, close } = await listenLocally(server)
  opened.defer(close)
  return {
    origin,
    calls,
    settings: { endpoint: origin, headers: { 'x-api-key': 'key' }, serviceName: 'keepsake', ratio: 1 },
    getSpans: (): CollectedSpan[] =>
      calls
        .filter(({ url }) => url === '/v1/traces')
        .flatMap(({ body }) => (body as Otlp).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map(span => ({ ...span, attributes: toObject(span.attributes) })),
  }
}

const toObject = (pairs: readonly Pair[]) =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]))
