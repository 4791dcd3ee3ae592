import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getMonthPage, TIMELINE_PAGE } from '#contract/photos.ts'
import { withContext } from '#server/serve.ts'
import type { Client } from '#server/testing/client.ts'
import { jpeg, padJpeg } from '#server/testing/pictures.ts'
import { findFreePort } from '../../tools/free-port.ts'
import { isInstalled, startBalancer } from '../fleet/balancer.ts'
import { createCertificate, trustCertificate } from '../fleet/certificate.ts'
import { type Fleet, startFleet } from '../fleet/fleet.ts'
import { type Bench, type BenchOptions, verify } from './harness/bench.ts'
import { compareRoutes } from './harness/compare-routes.ts'
import { type Customer, signIn } from './harness/customer.ts'
import { addCustomer } from './harness/data-directory.ts'
import { createFigure, createUnjudgedFigure, type Figure } from './harness/figure.ts'
import { FULL_MONTH, fillLibrary } from './harness/library.ts'
import { hasWrk } from './harness/load.ts'
import { createMonthPageUrls } from './harness/month-page-urls.ts'
import { hasPostgres } from './harness/postgres.ts'
import { createTemporaryFolder } from './harness/processes.ts'
import { startReference } from './harness/reference.ts'
import { computeMedian, measureElapsedMs } from './harness/rounds.ts'
import { nodeFlags } from './harness/server.ts'
import { uploadPictures } from './harness/uploads.ts'

const WEB_PROCESSES = 3
/** Minimum ratio to bare routes that send the same JSON, as for one process (bench page-answers, warm). */
const PER_CORE_MIN = 0.8
const UPLOAD_MS_MAX = 150
const PHOTOS = 10_000
const UPLOAD_BYTES = 1_000_000
const WARM_UP = 50_000

/**
 * Three web processes, two workers, PostgreSQL, S3 (S3_ENDPOINT, else a folder) and HAProxy with its file of
 * deployment/.
 */
export const fleet: Bench = {
  name: 'fleet',
  target:
    'month pages per second of CPU through HAProxy ≥ 0.8 of bare Fastify routes behind it; an upload of 1 MB ≤ 150 ms with S3',
  isOnRequest: true,
  async run(options) {
    if (!isInstalled('haproxy') || !hasPostgres()) {
      const note = 'HAProxy or PostgreSQL is not installed'
      return { correct: [], figures: [createUnjudgedFigure('the fleet', '', note)] }
    }
    const { runningFleet, customer } = await startFilledFleet(options)
    const client = await signIn(runningFleet.origin, customer)
    const pages = await comparePages(options, runningFleet, client)
    const uploads = await measureUploads(options, runningFleet, client)
    return {
      correct: [
        'a month page through the balancer is that of a process',
        'all uploaded photos have their variants',
      ],
      figures: [pages, uploads],
      notes: [
        runningFleet.env.S3_BUCKET ? 'Blobs in S3' : 'Blobs in a folder: S3_ENDPOINT is not set',
        ...(hasWrk ? [] : ['The load came from a Node client, wrk is not installed']),
      ],
    }
  },
}

async function startFilledFleet({
  resources,
  log,
}: BenchOptions): Promise<{ runningFleet: Fleet; customer: Customer }> {
  let customer: Customer | undefined
  log(`starting five processes, a library of ${PHOTOS} photos`)
  const runningFleet = await startFleet(
    {
      web: WEB_PROCESSES,
      workers: 2,
      balancers: ['haproxy'],
      flags: nodeFlags,
      env: {
        ALLOW_TEST_SETTINGS: 'true',
        RATE_LIMITS: 'false',
        NODE_ENV: 'production',
        MALLOC_ARENA_MAX: '2',
      },
      async prepare(env) {
        await withContext({ ...process.env, ...env }, async ctx => {
          customer = await addCustomer(ctx.db)
          await fillLibrary(ctx.db, customer.accountId, PHOTOS)
          return 0
        })
      },
    },
    resources,
  )
  return { runningFleet, customer: customer! }
}

/**
 * CPU of a month page through HAProxy to the processes, the database counted in, against as many bare routes behind
 * HAProxy.
 */
async function comparePages(
  { quick, log, resources }: BenchOptions,
  runningFleet: Fleet,
  client: Client,
): Promise<Figure> {
  const [rounds, seconds] = quick ? [3, 2] : [9, 3]
  const folder = await createTemporaryFolder(resources)
  const params = FULL_MONTH
  const page = await client.call(getMonthPage, { params, query: { limit: TIMELINE_PAGE } })
  verify(page.images.length === TIMELINE_PAGE, 'the page is full')
  const bareFleet = await startBareFleet(JSON.stringify(page), folder, resources)
  log(`${rounds} rounds of month pages, and of the same JSON by bare routes`)
  return compareRoutes(
    'month pages per second of CPU, against bare Fastify routes behind the same balancer',
    {
      product: { urls: createMonthPageUrls(runningFleet.origin), cpu: () => runningFleet.cpu() },
      reference: { urls: [`${bareFleet.origin}/page`], cpu: () => bareFleet.cpu() },
    },
    { rounds, seconds, folder, headers: { authorization: `Bearer ${client.token}` }, warmUp: WARM_UP },
    { atLeast: PER_CORE_MIN },
  )
}

/** As many bare routes as web processes, behind HAProxy with the same file. */
async function startBareFleet(json: string, folder: string, resources: AsyncDisposableStack) {
  const file = join(folder, 'page.json')
  await writeFile(file, json)
  const routes = await Promise.all(
    Array.from({ length: WEB_PROCESSES }, () => startReference(file, resources)),
  )
  const certificate = createCertificate(folder)
  trustCertificate(certificate)
  const settings = {
    httpPort: await findFreePort(),
    httpsPort: await findFreePort(),
    webPorts: routes.map(({ origin }) => Number(new URL(origin).port)),
    certificate,
    folder,
  }
  const { origin, cpu } = await startBalancer('haproxy', settings, resources)
  verify((await (await fetch(`${origin}/page`)).text()) === json, 'the bare routes send the same JSON')
  return { origin, cpu: () => routes.reduce((sum, route) => sum + route.cpu(), cpu()) }
}

/** Time of one upload of 1 MB at a time; three at a time until their variants exist are in the note. */
async function measureUploads({ quick, log }: BenchOptions, runningFleet: Fleet, client: Client) {
  const [singleCount, batchCount] = quick ? [5, 9] : [20, 60]
  const what = 'an upload of 1 MB through the balancer'
  log(`${singleCount} uploads of 1 MB one by one, ${batchCount} three at a time`)
  const base = await jpeg({ width: 1600, height: 1200 })
  const createPicture = (i: number) => ({ name: `upload ${i}.jpg`, bytes: padJpeg(base, UPLOAD_BYTES) })
  const times: number[] = []
  for (let i = 0; i < singleCount; i++) {
    const { name, bytes } = createPicture(i)
    times.push(
      await measureElapsedMs(async () => {
        const { response } = await client.upload(name, bytes)
        verify(response.status === 204, `${name} was answered with ${response.status}`)
      }),
    )
  }
  const pictures = Array.from({ length: batchCount }, (_, i) => createPicture(singleCount + i))
  const ms = await measureElapsedMs(() => uploadPictures(client, pictures))
  const note = `${computeMedian(times).toFixed(0)} ms; ${(batchCount / (ms / 1000)).toFixed(1)} uploads per second with their variants`
  return runningFleet.env.S3_BUCKET
    ? createFigure(what, times, { atMost: UPLOAD_MS_MAX, unit: 'ms', note })
    : createUnjudgedFigure(what, `≤ ${UPLOAD_MS_MAX} ms`, `${note}; without S3`)
}
