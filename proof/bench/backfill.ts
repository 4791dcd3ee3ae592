import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '#server/testing/client.ts'
import { createRandom } from '#server/testing/random.ts'
import { createLibraries } from './backfill/libraries.ts'
import { createReadLog } from './backfill/read-log.ts'
import { loadFirstPage } from './fairness/other-customer.ts'
import { measureTimeUntilReady } from './fairness/time-until-ready.ts'
import { type Bench, type BenchOptions, type Outcome, verify } from './harness/bench.ts'
import { signIn } from './harness/customer.ts'
import { createFigure, createUnjudgedFigure } from './harness/figure.ts'
import { createPictures } from './harness/pictures.ts'
import { hasPostgres } from './harness/postgres.ts'
import { computeMedian, computeQuantile, measureElapsedMs } from './harness/rounds.ts'
import { startServer } from './harness/server.ts'

/** Photos that a killed worker reads again at most (STEP_SIZE of the backfill). */
const STEP_SIZE = 200
const BUSY_TIMEOUT_MS = 180_000

/**
 * The backfill of facts (NX-229): another customer's uploads and pages while it runs over 100,000 photos, and how often each photo
 * is read when the worker is killed.
 */
export const backfill: Bench = {
  name: 'backfill',
  target:
    '100,000 photos: another customer’s upload in ≤ 2 × the time alone + 1 s, pages too; killed 20 times: no photo missing, at most a step is read again per kill',
  isOnRequest: true,
  async run(options) {
    if (!hasPostgres())
      return {
        correct: [],
        figures: [createUnjudgedFigure('PostgreSQL', '', 'no PostgreSQL on this machine')],
      }
    const killed = await measureKills(options)
    const fair = await measureOther(options)
    return { correct: [...killed.correct, ...fair.correct], figures: [...fair.figures, ...killed.figures] }
  },
}

async function measureOther({ quick, log }: BenchOptions): Promise<Outcome> {
  const [photos, rounds] = quick ? [10_000, 2] : [100_000, 6]
  await using resources = new AsyncDisposableStack()
  log(`storing variants of ${photos} photos`)
  const { dataDirectory, other, requestBackfill, countFacts } = await createLibraries(resources, photos)
  const server = await startServer(dataDirectory, resources)
  const client = await signIn(server.origin, other)
  const pictures = await createPictures(2 * rounds + 1)
  const upload = () => measureTimeUntilReady(client, pictures.pop()!.bytes)
  const read = () => countFacts()
  await upload()
  log('alone')
  const alone = { uploads: [] as number[], pages: await measurePages(client) }
  for (let round = 0; round < rounds; round++) alone.uploads.push(await upload())
  await requestBackfill()
  const during: { uploads: number[]; pages: number[] } = { uploads: [], pages: [] }
  for (let round = 0; round < rounds; round++) {
    // It makes way for each upload and continues after a minute.
    const before = await read()
    verify(await waitUntil(async () => (await read()) > before), 'the backfill goes on after an upload')
    log(`round ${round + 1} of ${rounds}, facts of ${await read()} photos`)
    during.pages.push(...(await measurePages(client)))
    during.uploads.push(await upload())
  }
  const done = await read()
  verify(done < photos, `the backfill was still running: ${done} of ${photos}`)
  await server.close()
  const formatSeconds = (values: number[]) => `${(computeMedian(values) / 1000).toFixed(2)} s`
  const p95 = (values: number[]) => computeQuantile(values, 0.95)
  const [uploadMs, pageMs] = [computeMedian(alone.uploads), p95(alone.pages)]
  return {
    correct: [`${done} of ${photos} photos had facts when the last upload was ready`],
    figures: [
      createFigure(
        'an upload during the backfill against 2 × its time alone + 1 s',
        during.uploads.map(ms => ms / (2 * uploadMs + 1000)),
        { atMost: 1, note: `${formatSeconds(during.uploads)}, alone ${formatSeconds(alone.uploads)}` },
      ),
      createFigure(
        'a first page during the backfill against 2 × its time alone + 1 s',
        [p95(during.pages) / (2 * pageMs + 1000)],
        { atMost: 1, note: `p95 ${p95(during.pages).toFixed(0)} ms, alone ${pageMs.toFixed(0)} ms` },
      ),
    ],
  }
}

async function measurePages(client: Client): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < 20; i++) times.push(await measureElapsedMs(() => loadFirstPage(client)))
  return times
}

async function measureKills({ quick, log }: BenchOptions): Promise<Outcome> {
  const [photos, kills] = quick ? [1_500, 3] : [10_000, 20]
  await using resources = new AsyncDisposableStack()
  log(`storing variants of ${photos} photos`)
  const { dataDirectory, owner, requestBackfill, countFacts } = await createLibraries(resources, photos)
  const random = createRandom(kills)
  const reads = await createReadLog(resources)
  const read = () => countFacts()
  const start = async () => {
    await requestBackfill()
    return startServer(dataDirectory, resources, { NODE_OPTIONS: reads.nodeOptions }, 'worker')
  }
  for (let kill = 1; kill <= kills; kill++) {
    const before = await read()
    const server = await start()
    verify(await waitUntil(async () => (await read()) > before), `the backfill goes on before kill ${kill}`)
    await wait(random.integer(600))
    process.kill(server.pid, 'SIGKILL')
    log(`kill ${kill} of ${kills}, facts of ${await read()} photos`)
  }
  verify((await read()) < photos, 'the backfill was running at the last kill')
  const server = await start()
  verify(await waitUntil(async () => (await read()) === photos), 'all photos get facts')
  await server.close()
  const times = [...(await reads.count(owner)).values()]
  verify(times.length === photos, `${times.length} of ${photos} photos were read`)
  const again = times.reduce((sum, count) => sum + count - 1, 0)
  return {
    correct: [`${photos} photos have facts after ${kills} kills`],
    figures: [
      createFigure('reads of one photo', [Math.max(...times)], { atMost: 2, unit: '' }),
      createFigure('photos read again per kill', [again / kills], { atMost: STEP_SIZE, unit: '' }),
    ],
  }
}

async function waitUntil(isTrue: () => Promise<boolean>): Promise<boolean> {
  const until = performance.now() + BUSY_TIMEOUT_MS
  while (!(await isTrue())) {
    if (performance.now() > until) return false
    await wait(50)
  }
  return true
}
