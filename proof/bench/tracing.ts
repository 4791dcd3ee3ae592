import { getMonthPage, TIMELINE_PAGE } from '#contract/photos.ts'
import { startTraceCollector } from '#server/testing/trace-collector.ts'
import { type Bench, type Outcome, verify } from './harness/bench.ts'
import { signIn } from './harness/customer.ts'
import { addCustomer, createDataDirectory, openBenchDatabase } from './harness/data-directory.ts'
import { createFigure, createUnjudgedFigure } from './harness/figure.ts'
import { FULL_MONTH, fillLibrary, vacuumAnalyze } from './harness/library.ts'
import { generateLoad } from './harness/load.ts'
import { createMonthPageUrls } from './harness/month-page-urls.ts'
import { startPostgres } from './harness/postgres.ts'
import { computeMedian } from './harness/rounds.ts'
import { type BenchServer, startServer } from './harness/server.ts'

const RATIOS = { 'without traces': null, '1 % of the traces': '0.01', 'all traces': '1' }
const OVERHEAD_MAX = 1.03
const WARM_UP_SECONDS = 15

/** Measures the CPU time of a web process per month page that no cache has, with and without traces. */
export const tracing: Bench = {
  name: 'tracing',
  target: `CPU of a month page, cold, with 1 % of the traces recorded ≤ ${OVERHEAD_MAX} × of that without traces`,
  async run({ quick, log, resources }): Promise<Outcome> {
    const postgres = await startPostgres(resources)
    if (!postgres)
      return {
        correct: [],
        figures: [createUnjudgedFigure('1 % of the traces', `≤ ${OVERHEAD_MAX}`, 'no PostgreSQL here')],
      }
    const dataDirectory = await createDataDirectory(resources, postgres.url)
    const database = await openBenchDatabase(dataDirectory)
    const customer = await addCustomer(database.db)
    await fillLibrary(database.db, customer.accountId, 10_000)
    await vacuumAnalyze(database)
    await database.close()
    const collector = await startTraceCollector(resources)
    const sides: { name: string; server: BenchServer; measure(seconds: number): Promise<number> }[] = []
    for (const [name, ratio] of Object.entries(RATIOS)) {
      const traces = ratio && {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
        OTEL_TRACES_SAMPLER_ARG: ratio,
      }
      const server = await startServer(dataDirectory, resources, { ANSWER_CACHE_MB: '0', ...traces }, 'web')
      const client = await signIn(server.origin, customer)
      const page = await client.call(getMonthPage, { params: FULL_MONTH, query: { limit: TIMELINE_PAGE } })
      verify(page.images.length === TIMELINE_PAGE, 'the page is full')
      const headers = { authorization: `Bearer ${client.token}` }
      const urls = createMonthPageUrls(server.origin)
      const measure = async (seconds: number) => {
        const before = server.cpu()
        const { requests } = await generateLoad(urls, seconds, dataDirectory.folder, headers)
        return ((server.cpu() - before) / requests) * 1e6
      }
      sides.push({ name, server, measure })
    }
    for (const { name, measure } of sides) {
      log(`warm-up: ${name}`)
      await measure(quick ? WARM_UP_SECONDS / 3 : WARM_UP_SECONDS)
    }
    const rounds: number[][] = []
    for (let round = 0; round < (quick ? 3 : 15); round++) {
      const cpu: number[] = []
      // Each side is first, second and last equally often.
      for (let n = 0; n < sides.length; n++) {
        const index = (round + n) % sides.length
        cpu[index] = await sides[index]!.measure(2)
      }
      rounds.push(cpu)
    }
    for (const { server } of sides) await server.close()
    verify(
      collector.getSpans().some(({ name }) => name === 'SELECT'),
      'the collector has spans of statements',
    )
    const note = sides
      .map(({ name }, i) => `${name} ${computeMedian(rounds.map(cpu => cpu[i]!)).toFixed(0)} µs`)
      .join(', ')
    const compare = (i: number) => rounds.map(cpu => cpu[i]! / cpu[0]!)
    return {
      correct: ['the collector of the bench has received spans of statements'],
      figures: [
        createFigure('CPU with 1 % of the traces', compare(1), { atMost: OVERHEAD_MAX, note }),
        createFigure('CPU with all traces', compare(2), { atMost: 2 }),
      ],
    }
  },
}
