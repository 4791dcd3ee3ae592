import { sql } from 'kysely'
import { createSelectionDraft, summarizeSuggestionSource } from '#contract/selection-drafts.ts'
import type { Client } from '#server/testing/client.ts'
import { type Bench, type BenchOptions, type Outcome, verify } from './harness/bench.ts'
import { signIn } from './harness/customer.ts'
import { addCustomer, createDataDirectory, openBenchDatabase } from './harness/data-directory.ts'
import { runOnBothEngines } from './harness/engines.ts'
import { createFigure } from './harness/figure.ts'
import { fillLibrary, vacuumAnalyze } from './harness/library.ts'
import type { Postgres } from './harness/postgres.ts'
import { computeQuantile, measureElapsedMs } from './harness/rounds.ts'
import { startServer } from './harness/server.ts'

const PHOTOS = 10_000
const WANTED = 60
const LEAVE_OUT = ['screenshots', 'blurred', 'badly-lit', 'similar'] as const

/** Suggests a selection of a library. */
export const suggestions: Bench = {
  name: 'suggestions',
  target:
    '60 of 10,000 photos in ≤ 150 ms p95 with HTTP, the same again; what they are chosen from likewise (NX-232)',
  run: options => runOnBothEngines(options, measureEngine),
}

async function measureEngine(
  engine: 'PostgreSQL' | 'PGlite',
  { quick, log }: BenchOptions,
  postgres: Postgres | null,
): Promise<Outcome> {
  const rounds = quick ? 3 : 20
  await using resources = new AsyncDisposableStack()
  const dataDirectory = await createDataDirectory(resources, postgres?.url)
  const database = await openBenchDatabase(dataDirectory)
  const customer = await addCustomer(database.db)
  await fillLibrary(database.db, customer.accountId, PHOTOS)
  // What the ingest reads of a picture, alike in each run.
  await sql`update photo_facts set facts_version = 1, sharpness = 50 + get_byte(decode(md5(photo_id::text), 'hex'), 0),
    dark = get_byte(decode(md5(photo_id::text), 'hex'), 1) / 400.0, light = get_byte(decode(md5(photo_id::text), 'hex'), 2) / 400.0
    where account_id = ${customer.accountId}`.execute(database.db)
  await vacuumAnalyze(database)
  await database.close()
  const server = await startServer(dataDirectory, resources)
  const client = await signIn(server.origin, customer)
  log(`${engine}: ${rounds} suggestions`)
  const body = { wanted: WANTED, leaveOut: [...LEAVE_OUT] }
  const first = await suggest(client, body)
  const drafts: number[] = []
  const sources: number[] = []
  for (let round = 0; round < rounds; round++) {
    sources.push(await measureElapsedMs(() => client.call(summarizeSuggestionSource, { body })))
    let ids: string[] = []
    drafts.push(
      await measureElapsedMs(async () => {
        ids = await suggest(client, body)
      }),
    )
    verify(ids.join() === first.join(), 'the same photos are suggested again')
  }
  verify(new Set(first).size === WANTED, `${first.length} photos are suggested, each once`)
  const p95 = (times: number[]) => [computeQuantile(times, 0.95)]
  return {
    correct: [`${engine}: ${WANTED} of ${PHOTOS} photos, ${rounds} times the same`],
    figures: [
      createFigure(`${engine}: a suggestion, p95`, p95(drafts), { atMost: 150, unit: 'ms' }),
      createFigure(`${engine}: what it is chosen from, p95`, p95(sources), { atMost: 150, unit: 'ms' }),
    ],
  }
}

async function suggest(
  client: Client,
  body: { wanted: number; leaveOut: (typeof LEAVE_OUT)[number][] },
): Promise<string[]> {
  const { events } = await client.call(createSelectionDraft, { body })
  return events.flatMap(event => event.choices.map(({ image }) => image.imageId))
}
