import { execFileSync } from 'node:child_process'
import { mkdir, readFile, statfs, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeDrillMetrics } from '#server/restore-drill/restore-drill-command.ts'
import { listenLocally } from '#server/testing/listen-locally.ts'

const WRITE_METRICS = fileURLToPath(new URL('../../deployment/keepsake-backup-metrics', import.meta.url))

/**
 * Answers as node_exporter does on the machine of backups: the room of a disk, and what its textfiles say, which are those
 * of the backups and of the restore drill.
 */
export async function startNodeExporter(folder: string, diskFolder: string, opened: AsyncDisposableStack) {
  const backupFolder = join(folder, 'backup')
  const file = join(folder, 'keepsake-backup.prom')
  await writeBackups(backupFolder)
  await writeRestoreDrill(backupFolder)
  const render = async () => {
    execFileSync(WRITE_METRICS, [backupFolder, file])
    const { bavail, blocks, bsize } = await statfs(diskFolder)
    const labels = 'mountpoint="/data",fstype="small"'
    return `node_filesystem_avail_bytes{${labels}} ${bavail * bsize}
node_filesystem_size_bytes{${labels}} ${blocks * bsize}
${await readFile(file, 'utf8')}`
  }
  const server = createServer(async (_request, response) => {
    const text = await render().catch(error => {
      response.statusCode = 500
      return String(error)
    })
    response.setHeader('content-type', 'text/plain; version=0.0.4').end(text)
  })
  const { port, close } = await listenLocally(server)
  opened.defer(close)
  return { port, backupFolder }
}

/** Writes the result of a restore drill, as the drill does. */
export const writeRestoreDrill = (
  backupFolder: string,
  { ageMs = 0, problems = 0 }: { ageMs?: number; problems?: number } = {},
): Promise<void> =>
  writeDrillMetrics(join(backupFolder, 'restore-drill.prom'), {
    endedAt: new Date(Date.now() - ageMs),
    seconds: 74,
    tables: 86,
    rows: 430,
    originals: 72,
    problems,
  })

/** Longer than a run: no log arrives here that would renew its date. */
const RUN_MS = 86_400_000

/** Writes a base backup and a segment of the log with these ages. */
export async function writeBackups(
  backupFolder: string,
  { baseAgeMs, walAgeMs }: { baseAgeMs: number; walAgeMs: number } = { baseAgeMs: 0, walAgeMs: -RUN_MS },
): Promise<void> {
  const base = join(backupFolder, 'base', '2026-01-01T01-30-00Z')
  const segment = join(backupFolder, 'wal', '000000010000000000000001.partial')
  await mkdir(base, { recursive: true })
  await mkdir(join(backupFolder, 'wal'), { recursive: true })
  await writeFile(segment, '')
  for (const [path, ageMs] of [
    [base, baseAgeMs],
    [segment, walAgeMs],
  ] as const) {
    const at = new Date(Date.now() - ageMs)
    await utimes(path, at, at)
  }
}
