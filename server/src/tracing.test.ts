import { createServer, type IncomingHttpHeaders } from 'node:http'
import { json } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { createAlbum, getAlbum } from '#contract/albums.ts'
import { createDownload, getDownloadUrl } from '#contract/downloads.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { getPhotos } from '#contract/photos.ts'
import { createS3Blobs } from './platform/blobs/s3-blobs.ts'
import { startS3Server } from './platform/blobs/testing/s3-server.ts'
import { createManualClock } from './platform/clock/clock.testing.ts'
import { readConfig } from './platform/config/config.ts'
import { createRecordingLog } from './platform/log/recording-log.testing.ts'
import { createOutbound } from './platform/outbound/outbound.ts'
import { createRetailer } from './platform/retailer/retailer.ts'
import { runTrace } from './platform/tracing/active-span.ts'
import { openTracing } from './platform/tracing/tracing.ts'
import { newId } from './testing/client.ts'
import { testServer } from './testing/harness.ts'
import { listenLocally } from './testing/listen-locally.ts'
import { jpeg } from './testing/pictures.ts'
import { createTemporaryFolder } from './testing/temporary-folder.ts'

const HOSTILE = `mallory@evil.example'; drop table "secrets" --`
const PARENT = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) }
const TRACEPARENT = `00-${PARENT.traceId}-${PARENT.spanId}-01`
/** Traces that the balancer has begun for a customer's reads. */
const READS = {
  'a picture': {
    traceId: 'c'.repeat(32),
    spanId: 'd'.repeat(16),
    route: '/media/:token/:photoId/:kind',
    joints: ['SELECT', 'S3 GetObject'],
  },
  // Its row is in memory since the picture was read.
  'an original': {
    traceId: 'e'.repeat(32),
    spanId: 'f'.repeat(16),
    route: '/media/:token/:photoId/:kind',
    joints: ['S3 GetObject'],
  },
  'a zip': {
    traceId: '1'.repeat(32),
    spanId: '2'.repeat(16),
    route: `${SERVICES.downloads}/files/:token/:file`,
    joints: ['SELECT', 'S3 GetObject'],
  },
}
/** Kinds of spans in OTLP. */
const [SERVER, CLIENT] = [2, 3]
const SPAN = { name: 'work', kind: 'consumer', attributes: {} } as const

describe('RV-888 traces of a server', () => {
  let spans: CollectedSpan[]
  let calls: Awaited<ReturnType<typeof startTraceCollector>>['calls']
  let logLines: { msg: string; trace_id?: string; route?: string }[]
  let secrets: string[]

  beforeAll(async () => {
    await using opened = new AsyncDisposableStack()
    const folder = await createTemporaryFolder(opened)
    const collector = await startTraceCollector(opened)
    const s3 = await startS3Server(folder)
    opened.defer(() => s3.close())
    const blobs = createS3Blobs(s3.location)
    opened.defer(() => blobs.close())
    const log = createRecordingLog()
    const config = {
      tracing: collector.settings,
      trustedProxies: readConfig({ TRUSTED_PROXIES: 'loopback' }).trustedProxies,
    }
    const server = await testServer({ blobs, config, log: log.log })
    const customer = await server.customer()
    const { albumId } = await customer.call(createAlbum, { body: { name: 'mallory@evil.example' } })
    await customer.send(getAlbum, { params: { id: HOSTILE }, query: { email: HOSTILE } })
    await customer.fetch(`${SERVICES.photoManagement}/albums/${albumId}`, {
      headers: { traceparent: TRACEPARENT },
    })
    await customer.upload(`${HOSTILE}.jpg`, await jpeg())
    await server.idle()
    const [image] = (await customer.call(getPhotos)).images
    const id = newId()
    const photos = [{ photoId: image!.imageId, ownerId: customer.accountId }]
    await customer.call(createDownload, { body: { id, photos, name: 'mallory' } })
    await server.idle()
    const addresses = {
      'a picture': image!.thumbnails[0]!.url,
      'an original': image!.url,
      'a zip': (await customer.call(getDownloadUrl, { params: { id } })).url,
    }
    for (const [read, { traceId, spanId }] of Object.entries(READS)) {
      const headers = { traceparent: `00-${traceId}-${spanId}-01` }
      const answer = await fetch(addresses[read as keyof typeof READS], { headers })
      expect([read, answer.status, (await answer.bytes()).length > 0]).toEqual([read, 200, true])
    }
    secrets = [customer.email, customer.token, customer.accountId, albumId]
    await server.close()
    spans = collector.getSpans()
    calls = collector.calls
    logLines = log
      .output()
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
  })

  const getChildren = (parent: CollectedSpan) => spans.filter(each => each.parentSpanId === parent.spanId)

  test('a call is one trace: its statements and calls of S3 are below it', () => {
    const upload = spans.find(({ name }) => name.startsWith('PATCH /api/uploads'))!
    expect(upload.parentSpanId ?? '').toBe('')
    expect(upload.attributes['http.response.status_code']).toBe(204)
    const children = getChildren(upload)
    expect(children.map(({ name }) => name)).toEqual(expect.arrayContaining(['SELECT', 'S3 PutObject']))
    for (const child of children) expect(child.traceId).toBe(upload.traceId)
  })

  test.each(Object.entries(READS))(
    'a customer’s read of %s is one trace, from the request to statements and S3',
    (_read, { traceId, spanId, route, joints }) => {
      const trace = spans.filter(each => each.traceId === traceId)
      const [request, ...others] = trace.filter(({ parentSpanId }) => parentSpanId === spanId)
      expect(others).toEqual([])
      expect([request!.kind, request!.attributes['http.route']]).toEqual([SERVER, route])
      expect(request!.attributes['http.response.status_code']).toBe(200)
      const children = trace.filter(each => each !== request)
      expect(children.map(({ name }) => name)).toEqual(expect.arrayContaining(joints))
      for (const { name, kind, parentSpanId } of children)
        expect([name, kind, parentSpanId]).toEqual([name, CLIENT, request!.spanId])
    },
  )

  test('a run of a job is one trace, too', () => {
    const job = spans.find(({ name }) => name === 'job photos.ingest')!
    expect(job.parentSpanId ?? '').toBe('')
    expect(getChildren(job).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['SELECT', 'S3 GetObject', 'S3 PutObject']),
    )
  })

  test('no span lacks its parent', () => {
    const remoteParents = [PARENT, ...Object.values(READS)]
    const ids = new Set([...remoteParents, ...spans].map(({ spanId }) => spanId))
    expect(spans.filter(({ parentSpanId }) => parentSpanId && !ids.has(parentSpanId))).toEqual([])
  })

  test('the trace of a trusted proxy is continued, and log lines have its id', () => {
    const continued = spans.filter(({ parentSpanId }) => parentSpanId === PARENT.spanId)
    expect(continued.map(({ traceId }) => traceId)).toEqual([PARENT.traceId])
    expect(continued[0]!.attributes['keepsake.correlation_id']).toMatch(/^[\w-]{36}$/)
    const lines = logLines.filter(({ trace_id }) => trace_id === PARENT.traceId)
    expect(lines.map(({ msg }) => msg)).toContain('request')
  })

  test('nothing that is exported has personal data, ids of customers or values of rows', () => {
    const exported = JSON.stringify(calls.map(({ body }) => body))
    expect(exported).toContain('insert into')
    for (const secret of ['mallory', 'evil.example', ...secrets]) expect(exported).not.toContain(secret)
  })

  test('the collector receives the configured headers', () => {
    expect(calls[0]!.headers['x-api-key']).toBe('key')
  })
})

test('RV-888 a trace that a client claims is not continued without a trusted proxy', async () => {
  await using opened = new AsyncDisposableStack()
  const collector = await startTraceCollector(opened)
  const server = await testServer({ config: { tracing: { ...collector.settings, ratio: 0 } } })
  await fetch(`${server.origin}/api/session`, { headers: { traceparent: TRACEPARENT } })
  await server.close()
  expect(collector.getSpans()).toEqual([])
})

test('RV-888 calls to the retailer and to customers continue the trace, sampled or not', async () => {
  await using opened = new AsyncDisposableStack()
  const collector = await startTraceCollector(opened)
  const { log } = createRecordingLog()
  const options = { process: { role: 'web', build: '1' }, log, clock: createManualClock('2026-01-01') }
  for (const ratio of [0, 1]) {
    const tracing = await openTracing({ ...collector.settings, ratio }, options)
    const outbound = createOutbound({ allowedOrigins: [collector.origin] })
    const retailer = createRetailer({ url: collector.origin, token: 't'.repeat(32), timeoutMs: 5000 }, log)
    const call = { method: 'POST', path: '/orders/:code', status: 204 } as never
    await runTrace(tracing, SPAN, async () => {
      const { signal } = new AbortController()
      await outbound.post({
        url: `${collector.origin}/hook`,
        headers: {},
        body: '{}',
        allowHttp: true,
        signal,
      })
      // The collector answers with another status.
      await retailer
        .call(call, { params: { code: 'c-1' }, body: {} } as never)
        .catch(error => expect(error.kind).toBe('unavailable'))
    })
    await outbound.close()
    await tracing!.close()
    const received = collector.calls.splice(0).filter(({ url }) => url !== '/v1/traces')
    expect(received.map(({ url }) => url)).toEqual(['/hook', '/orders/c-1'])
    for (const { headers } of received)
      expect(headers.traceparent).toMatch(new RegExp(`^00-[0-9a-f]{32}-[0-9a-f]{16}-0${ratio}$`))
  }
})

test.each([400, null])(
  'RV-888 a collector that answers with %s delays no end, and is reported once a minute',
  async status => {
    await using opened = new AsyncDisposableStack()
    const collector = await startTraceCollector(opened, status)
    const { log, output } = createRecordingLog()
    const clock = createManualClock('2026-01-01')
    const tracing = await openTracing(collector.settings, {
      process: { role: 'web', build: '1' },
      log,
      clock,
    })
    for (let n = 0; n < 1500; n++) tracing!.startTrace(SPAN).end()
    await tracing!.close()
    expect(collector.calls.length).toBeGreaterThan(0)
    expect(output().match(/not accepted/g)).toHaveLength(1)
    expect(output()).not.toContain('"key"')
  },
)

/** A span of OTLP/JSON, with its attributes as an object. */
interface CollectedSpan {
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
async function startTraceCollector(opened: AsyncDisposableStack, status: number | null = 200) {
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
