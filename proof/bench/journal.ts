import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { getActivity } from '#contract/activity.ts'
import { createAddress, updateAddress } from '#contract/addresses.ts'
import { CALLBACK_VERSIONS } from '#contract/callback-payload.ts'
import { getCallbackEvents, recoverEndpoint } from '#contract/callbacks.ts'
import { getJournal } from '#contract/journal.ts'
import { deletePhotos, getPhotos } from '#contract/photos.ts'
import type { Schema } from '#server/schema.ts'
import { addressForTests } from '#server/testing/addresses.ts'
import type { Client } from '#server/testing/client.ts'
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts'
import { type Bench, type BenchOptions, verify } from './harness/bench.ts'
import { signIn } from './harness/customer.ts'
import { addCustomer, openBenchDatabase } from './harness/data-directory.ts'
import { createFigure, type Figure } from './harness/figure.ts'
import { fillLibrary, vacuumAnalyze } from './harness/library.ts'
import { startPostgres } from './harness/postgres.ts'
import { measureAlternately } from './harness/rounds.ts'
import { type BenchServer, startServer } from './harness/server.ts'
import { ENGINES, type Engine } from './sides.ts'

const PRELOAD = new URL('./journal/toggle-record.mjs', import.meta.url).href
const CHANGE_MAX = 1.05
const CALLS = 100
const READ_MAX_MS = 10
const RECOVERY_MAX_MS = 400

/** What an entry costs the call that records it, and how long the journal and the events of a business are read. */
export const journal: Bench = {
  name: 'journal',
  target:
    'a change with its entry ≤ 1.05 × the CPU of the same one without; beside 10 million photos p95 of the newest 50 of 1 million entries and of 50 events ≤ 10 ms, of a recovery of 30 days ≤ 400 ms',
  async run(options) {
    const figures: Figure[] = []
    for (const engine of ENGINES) figures.push(...(await compareChanges(engine, options)))
    return [...figures, ...(await measureReads(options))]
  },
}

/** Makes changes by turns with and without their entries, in one process. */
async function compareChanges(engine: Engine, { quick, log }: BenchOptions): Promise<Figure[]> {
  await using resources = new AsyncDisposableStack()
  const postgres = engine === 'PostgreSQL' ? await startPostgres(resources) : null
  const dataDirectory = { folder: await createTemporaryFolder(resources), databaseUrl: postgres?.url }
  const database = await openBenchDatabase(dataDirectory)
  const customer = await addCustomer(database.db)
  await fillLibrary(database.db, customer.accountId, 10_000)
  await vacuumAnalyze(database)
  await database.close()
  const server = await startServer(dataDirectory, resources, { NODE_OPTIONS: `--import=${PRELOAD}` })
  const client = await signIn(server.origin, customer)
  const measureCpu = async (calls: () => Promise<void>) => {
    const read = () => server.cpu() + (postgres?.cpu() ?? 0)
    const before = read()
    await calls()
    return (read() - before) / CALLS
  }
  const figures: Figure[] = []
  for (const [name, makeChange] of Object.entries(await createChanges(client))) {
    log(`${engine}: ${name}`)
    const change = async () => {
      for (let n = 0; n < CALLS; n++) await makeChange()
    }
    const withEntry = () => measureCpu(change)
    const withoutEntry = async () => {
      await toggleRecord(server)
      const cpu = await measureCpu(change)
      await toggleRecord(server)
      return cpu
    }
    await verifyEntries(client, makeChange, server)
    await measureAlternately(quick ? 1 : 4, withEntry, withoutEntry)
    const rounds = await measureAlternately(quick ? 2 : 12, withEntry, withoutEntry)
    const ratios = rounds.map(({ product, reference }) => product / reference)
    figures.push(createFigure(`${engine}: ${name} with its entry`, ratios, { atMost: CHANGE_MAX }))
  }
  return figures
}

async function createChanges(client: Client): Promise<Record<string, () => Promise<unknown>>> {
  const photoIds: string[] = []
  const { id } = await client.call(createAddress, { body: addressForTests() })
  let streetNumber = 1
  return {
    'deletion of a photo': async () => {
      if (photoIds.length === 0) {
        const { images } = await client.call(getPhotos, { query: { limit: 500 } })
        photoIds.push(...images.map(image => image.imageId))
      }
      await client.call(deletePhotos, { body: { photoIds: [photoIds.pop()!] } })
    },
    'change of an address': () =>
      client.call(updateAddress, {
        params: { id },
        body: addressForTests({ streetNumber: String(streetNumber++) }),
      }),
  }
}

/** Sees that a change has an entry, and none while they are off. */
async function verifyEntries(client: Client, change: () => Promise<unknown>, server: BenchServer) {
  const read = async () => {
    await change()
    const [last] = (await client.call(getJournal, { query: { limit: 1 } })).entries
    return `${last?.id} ${last?.lastAt}`
  }
  const before = await read()
  const recorded = await read()
  await toggleRecord(server)
  const unrecorded = await read()
  await toggleRecord(server)
  verify(recorded !== before && unrecorded === recorded, 'entries are recorded, and not while they are off')
}

async function toggleRecord({ pid }: BenchServer): Promise<void> {
  process.kill(pid, 'SIGUSR2')
  // The process receives it on a later turn of its loop.
  await wait(100)
}

async function measureReads({ quick, log, resources }: BenchOptions): Promise<Figure[]> {
  const [accounts, photos, entries, calls] = quick ? [2, 10_000, 10_000, 20] : [100, 100_000, 1_000_000, 300]
  const postgres = await startPostgres(resources, ['fsync=off', 'shared_buffers=1GB', 'max_wal_size=8GB'])
  const dataDirectory = { folder: await createTemporaryFolder(resources), databaseUrl: postgres.url }
  const database = await openBenchDatabase(dataDirectory)
  const business = await addCustomer(database.db)
  const { accountId } = business
  log(`${accounts} × ${photos} photos`)
  await fillLibrary(database.db, accountId, photos)
  for (let n = 1; n < accounts; n++)
    await fillLibrary(database.db, (await addCustomer(database.db)).accountId, photos)
  log(`${entries} entries, 20,000 events of 2,000 orders`)
  await fillJournal(database.db, accountId, entries)
  await fillEvents(database.db, accountId)
  await vacuumAnalyze(database)
  const server = await startServer(dataDirectory, resources)
  const client = await signIn(server.origin, business)
  let after = 10_000
  const reads: Record<string, [number, () => Promise<boolean>]> = {
    'newest 50 entries': [
      READ_MAX_MS,
      async () => (await client.call(getJournal, { query: { limit: 50 } })).entries.length === 50,
    ],
    'the page Activity': [READ_MAX_MS, async () => (await client.call(getActivity)).items.length > 50],
    '50 events after a number': [
      READ_MAX_MS,
      async () => {
        const { events } = await client.call(getCallbackEvents, { query: { after: after++, limit: 50 } })
        return events.length === 50 && events[0]!.number === after
      },
    ],
    'recovery of 30 days': [
      RECOVERY_MAX_MS,
      async () => {
        const body = { after: 0, dryRun: false }
        const { deliveries } = await client.call(recoverEndpoint, { params: { id: 'default' }, body })
        await sql`delete from callback_deliveries`.execute(database.db)
        return deliveries === 2_000
      },
    ],
  }
  const figures: Figure[] = []
  for (const [name, [atMost, read]] of Object.entries(reads)) {
    log(name)
    const times: number[] = []
    for (let n = 0; n < (atMost === READ_MAX_MS ? calls : 20); n++) {
      const start = performance.now()
      const isRight = await read()
      times.push(performance.now() - start)
      verify(isRight, name)
    }
    const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!
    figures.push(createFigure(`PostgreSQL: ${name}, p95`, [p95], { atMost, unit: 'ms' }))
  }
  await database.close()
  return figures
}

/** Inserts entries over 400 days: every second one a deletion of photos, whose way back is read from the photos. */
async function fillJournal(db: Kysely<Schema>, accountId: string, entries: number): Promise<void> {
  await sql`
    insert into journal (account_id, entry_id, kind, at, actor, actor_id, device_name, network, subject, total, detail, before, expires_at)
    select ${accountId}, overlay(overlay(left(at_hex, 12) || left(md5(n::text), 20) placing '7' from 13) placing '8' from 17)::uuid,
      case when n % 2 = 0 then 'photos.deleted' else 'address.changed' end, at, 'device', md5(${accountId}), 'Firefox on Linux', '192.0.2.x',
      case when n % 2 = 0 then null else md5(n::text) end, case when n % 2 = 0 then 3 end, '{}',
      case when at < now() - interval '30 days' then null when n % 2 = 0 then jsonb_build_object('instants', jsonb_build_array(at)) else '{"street": "Elm Street"}' end,
      at + interval '400 days'
    from (
      select n, at, lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') as at_hex from (
        select n, now() - n * make_interval(secs => 400 * 86400.0 / ${entries}::int) as at from generate_series(1, ${entries}::int) n
      ) moment
    ) entry`.execute(db)
}

/** Makes a business of the account, with an endpoint that got none of 20,000 events about 2,000 orders. */
async function fillEvents(db: Kysely<Schema>, accountId: string): Promise<void> {
  const url = 'https://callbacks.example/keepsake'
  await sql`update customers set business = true, business_status = 'Active', callback_url = ${url}, callback_format = 'JSON'
    where account_id = ${accountId}`.execute(db)
  await sql`
    insert into callbacks (account_id, endpoint_id, state, version, address_changed_at)
    values (${accountId}, ${accountId}, 'on', ${CALLBACK_VERSIONS.at(-1)!}, now())`.execute(db)
  await sql`insert into callback_numbers (account_id, number) values (${accountId}, 20000)`.execute(db)
  await sql`
    insert into callback_events (account_id, number, event_id, type, about, data, created_at)
    select ${accountId}, n, 'msg_' || n, 'order.changed', 'B-' || n % 2000, jsonb_build_object('code', 'B-' || n % 2000),
      now() - (20001 - n) * interval '2 minutes'
    from generate_series(1, 20000) n`.execute(db)
}
