import { chmod, readFile, realpath, rename, writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { basename, join } from 'node:path'
import type { Kysely } from 'kysely'
import type { StandaloneCommand } from '../domain.ts'
import { isPhotoStored, sampleOriginals, toOriginalKey } from '../domains/photos/index.ts'
import { findPendingChanges } from '../migrate-database.ts'
import { openBlobStore } from '../open-blob-store.ts'
import { BlobDamagedError, BlobMissingError, type Blobs, BlobTooShortError } from '../platform/blobs/blobs.ts'
import { checkStored } from '../platform/blobs/check-stored.ts'
import { isFileMissing } from '../platform/blobs/durable-files.ts'
import { parseCommandLine } from '../platform/command-line.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import { ConfigError } from '../platform/config/config-error.ts'
import { openDatabase } from '../platform/db/database.ts'
import type { Schema } from '../schema.ts'
import { checkRoom, findNewestBackup } from './backup-files.ts'
import { compareTables } from './compare-tables.ts'
import { DrillError } from './drill-error.ts'
import { startRestoredServer } from './restored-server.ts'
import { readRunningState } from './running-state.ts'
import { createScratchFolder } from './scratch-folder.ts'
import { waitForLog } from './wait-for-log.ts'

const LAST_SUCCESS = 'keepsake_restore_drill_last_success_timestamp_seconds'

const describe = (name: string, help: string) => `# HELP ${name} ${help}\n# TYPE ${name} gauge`

/**
 * `keepsake restore-drill`: restores the newest backup beside the running system, compares it and removes it.
 * Writes neither to the running database nor to the blobs.
 */
export const restoreDrillCommand: StandaloneCommand = {
  name: 'restore-drill',
  async run(env, words, print) {
    const options = parseOptions(words)
    if (!options) return null
    const config = readConfig(env)
    if (!config.postgres)
      throw new ConfigError([
        { variable: 'DATABASE_URL', message: 'is required: the drill is for PostgreSQL' },
      ])
    if (process.getuid?.() === 0)
      throw new DrillError('PostgreSQL does not run as root: start the drill as the user of the backups')
    const started = performance.now()
    const report = await runDrill(config, options, print)
    const seconds = (performance.now() - started) / 1000
    for (const problem of report.problems) print(`PROBLEM   ${problem}`)
    print(
      report.problems.length === 0
        ? `PASSED    in ${seconds.toFixed(0)} s`
        : `FAILED    in ${seconds.toFixed(0)} s, problems: ${report.problems.length}`,
    )
    const { tables, rows, originals } = report
    const result = { endedAt: new Date(), seconds, tables, rows, originals, problems: report.problems.length }
    if (options.metrics) await writeDrillMetrics(options.metrics, result)
    return report.problems.length === 0 ? 0 : 1
  },
}

interface DrillOptions {
  folder: string
  sample: number
  patienceMs: number
  metrics: string | undefined
}

function parseOptions(words: readonly string[]): DrillOptions | null {
  const parsed = parseCommandLine(words, {
    sample: { type: 'string', default: '200' },
    patience: { type: 'string', default: '60' },
    metrics: { type: 'string' },
  })
  const { sample, patience, metrics } = parsed?.values ?? {}
  const [folder, ...others] = parsed?.words ?? []
  if (!folder || others.length > 0 || !sample || !patience) return null
  if (![sample, patience].every(number => /^[1-9]\d{0,5}$/.test(number))) return null
  return { folder, sample: Number(sample), patienceMs: Number(patience) * 1000, metrics }
}

interface DrillReport {
  tables: number
  rows: number
  originals: number
  problems: string[]
}

/** The lowest priority, which the programs of the drill inherit. */
const LOWEST_PRIORITY = 19
/** A server of this priority may be slow to answer, and each query has as long as it needs. */
const BEAT_MS = 60_000

/** Runs the drill; what ends it is its last problem. */
async function runDrill(
  config: Config,
  options: DrillOptions,
  print: (line: string) => unknown,
): Promise<DrillReport> {
  const report: DrillReport = { tables: 0, rows: 0, originals: 0, problems: [] }
  setPriority(LOWEST_PRIORITY)
  try {
    await using opened = new AsyncDisposableStack()
    await restoreAndCompare(config, options, { report, print, opened })
  } catch (error) {
    // Whatever it is, this was no drill that passed.
    report.problems.push(describeError(error))
  }
  return report
}

/** In one line; the errors of several addresses have no message themselves. */
const describeError = (error: unknown) =>
  (String((error as Error).message) || String((error as { code?: string }).code)).split('\n')[0]!

interface Drill {
  report: DrillReport
  print: (line: string) => unknown
  opened: AsyncDisposableStack
}

async function restoreAndCompare(
  config: Config,
  { folder: givenFolder, sample, patienceMs }: DrillOptions,
  { report, print, opened }: Drill,
): Promise<void> {
  const folder = await realpath(givenFolder)
  const scratch = join(folder, 'restore-drill')
  await createScratchFolder(scratch, opened)
  const backup = await findNewestBackup(folder)
  await checkRoom(scratch, backup)
  const { url, directUrl = url } = config.postgres!
  const runningDatabase = await openPlainDatabase(directUrl, opened)
  // Rejects for other tables, which this build cannot compare.
  await findPendingChanges(runningDatabase)
  const running = runningDatabase.db
  const state = await readRunningState(running)
  const server = await startRestoredServer(scratch, backup, state, opened)
  print(`backup    ${basename(backup.base)}, complete at ${backup.madeAt.toISOString()}`)
  const { db: restored } = await openPlainDatabase(server.url, opened)
  await waitForLog(restored, server.checkRunning, backup.wal, state, patienceMs)
  print('log       replayed up to the start of the drill')
  const tables = await compareTables({ restored, running }, state, sample)
  print(
    `tables    ${tables.tables} compared, with ${tables.rows} rows, ${tables.sampledRows} of them by their content`,
  )
  Object.assign(report, { tables: tables.tables, rows: tables.rows })
  report.problems.push(...tables.problems)
  const blobs = await openBlobStore(config)
  opened.defer(() => blobs.close())
  const originals = await compareOriginals({ restored, running }, blobs, sample)
  print(`originals ${originals.compared} compared, ${originals.skipped} erased since`)
  report.originals = originals.compared
  report.problems.push(...originals.problems)
}

/** Values as texts are the same in both databases, whatever their settings are. */
const SESSION_SETTINGS =
  '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c extra_float_digits=1 -c bytea_output=hex'

async function openPlainDatabase(url: string, opened: AsyncDisposableStack) {
  const separator = url.includes('?') ? '&' : '?'
  const options = encodeURIComponent(SESSION_SETTINGS)
  const database = await openDatabase<Schema>(
    { url: `${url}${separator}options=${options}` },
    { beatMs: BEAT_MS },
  )
  opened.defer(() => database.close())
  return database
}

interface OriginalComparison {
  compared: number
  /** Missing, because their photos were erased since. */
  skipped: number
  problems: string[]
}

/** Reads a sample of the originals that the restored database names, and compares their sizes and hashes. */
async function compareOriginals(
  { restored, running }: Record<'restored' | 'running', Kysely<Schema>>,
  blobs: Blobs,
  sampleSize: number,
): Promise<OriginalComparison> {
  const result: OriginalComparison = { compared: 0, skipped: 0, problems: [] }
  for (const photo of await sampleOriginals(restored, sampleSize)) {
    const problem = await findProblem(blobs, photo)
    if (problem === null) result.compared++
    else if (!(await isPhotoStored(running, photo))) result.skipped++
    else result.problems.push(problem)
  }
  return result
}

type SampledOriginal = Awaited<ReturnType<typeof sampleOriginals>>[number]

/** Null for an original that has the bytes that were received. */
async function findProblem(blobs: Blobs, photo: SampledOriginal): Promise<string | null> {
  const label = `the original of photo ${photo.photo_id}`
  try {
    const { sha256 } = photo
    await checkStored(blobs.read(toOriginalKey(photo)), label, { sha256, size: Number(photo.size) })
    return null
  } catch (error) {
    if (error instanceof BlobMissingError) return `${label} is missing`
    if (error instanceof BlobDamagedError || error instanceof BlobTooShortError) return error.message
    throw error
  }
}

interface DrillResult {
  endedAt: Date
  seconds: number
  tables: number
  rows: number
  originals: number
  problems: number
}

/** Writes the result for the textfile collector of node_exporter, atomically; a failure keeps the date of the last success. */
export async function writeDrillMetrics(path: string, result: DrillResult): Promise<void> {
  const endedAt = Math.floor(result.endedAt.getTime() / 1000)
  const lastSuccess = result.problems === 0 ? endedAt : await readLastSuccess(path)
  const text = [
    ...(lastSuccess === null
      ? []
      : [describe(LAST_SUCCESS, 'When the latest restore drill passed'), `${LAST_SUCCESS} ${lastSuccess}`]),
    describe('keepsake_restore_drill_last_run_timestamp_seconds', 'When the latest restore drill ended'),
    `keepsake_restore_drill_last_run_timestamp_seconds ${endedAt}`,
    describe('keepsake_restore_drill_duration_seconds', 'How long the latest restore drill took'),
    `keepsake_restore_drill_duration_seconds ${result.seconds.toFixed(1)}`,
    describe('keepsake_restore_drill_compared', 'What the latest restore drill has compared'),
    ...(['tables', 'rows', 'originals'] as const).map(
      kind => `keepsake_restore_drill_compared{kind="${kind}"} ${result[kind]}`,
    ),
    describe('keepsake_restore_drill_problems', 'Problems that the latest restore drill has found'),
    `keepsake_restore_drill_problems ${result.problems}`,
  ]
  await writeFile(`${path}.new`, `${text.join('\n')}\n`)
  await chmod(`${path}.new`, 0o644)
  await rename(`${path}.new`, path)
}

async function readLastSuccess(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch(error => {
    if (isFileMissing(error)) return ''
    throw error
  })
  return new RegExp(`^${LAST_SUCCESS} (\\d+)$`, 'm').exec(text)?.[1] ?? null
}
