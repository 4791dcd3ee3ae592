import { readdir, readFile, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { isFileMissing } from '../platform/blobs/durable-files.ts'
import { DrillError } from './drill-error.ts'
import { isSegmentFrom, parsePosition } from './log-positions.ts'

/** The newest complete base backup, and the folder of the received log (docs/operations.md, "Base backups and WAL"). */
export interface BackupFiles {
  base: string
  /** When the base backup was complete. */
  madeAt: Date
  wal: string
  /** Bytes of the database once it is unpacked. */
  unpackedBytes: number
  /** Bytes of the log that arrived since the base backup began: at most by as much the restored database grows. */
  walBytes: number
}

/** Finds the newest base backup of a folder as deployment/keepsake-base-backup.service leaves it. */
export async function findNewestBackup(folder: string): Promise<BackupFiles> {
  const [baseFolder, wal] = [join(folder, 'base'), join(folder, 'wal')]
  const names = (await listFolder(baseFolder)).filter(name => name.endsWith('Z')).toSorted()
  const newest = names.at(-1)
  if (!newest) throw new DrillError(`There is no complete base backup in ${baseFolder}`)
  const base = join(baseFolder, newest)
  await checkParts(base)
  const { mtime: madeAt } = await stat(base)
  const manifest = await readManifest(join(base, 'backup_manifest'))
  return {
    base,
    madeAt,
    wal,
    unpackedBytes: manifest.Files.reduce((sum, { Size }) => sum + Size, 0),
    walBytes: await measureLog(wal, manifest['WAL-Ranges'][0]?.['Start-LSN'] ?? '0/0'),
  }
}

/** Room for the files of the restored server itself, and for the log that it replays. */
const MARGIN_BYTES = 1_000_000_000

/** Throws when the disk of `folder` has not the room for the restored database. */
export async function checkRoom(folder: string, { unpackedBytes, walBytes }: BackupFiles): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const [free, needed] = [bavail * bsize, unpackedBytes + walBytes + MARGIN_BYTES]
  if (free < needed)
    throw new DrillError(
      `${toGigabytes(free)} GB are free in ${folder}, and the restored database needs ${toGigabytes(needed)} GB: make room`,
    )
}

const toGigabytes = (bytes: number) => (bytes / 1e9).toFixed(1)

/** Tablespaces would be unpacked to where the running database has them. */
async function checkParts(base: string): Promise<void> {
  const names = await listFolder(base)
  const missing = ['base.tar.gz', 'pg_wal.tar.gz', 'backup_manifest'].find(name => !names.includes(name))
  if (missing) throw new DrillError(`The base backup has no ${missing} (${base})`)
  const tablespace = names.find(name => /^\d+\.tar/.test(name))
  if (tablespace)
    throw new DrillError(`The base backup has a tablespace (${tablespace}), which the drill cannot restore`)
}

interface Manifest {
  Files: { Size: number }[]
  'WAL-Ranges': { 'Start-LSN': string }[]
}

async function readManifest(path: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new DrillError(`The base backup is damaged: ${path}: ${(error as Error).message}`)
  }
}

/** The bytes of the segments from this position on. */
async function measureLog(wal: string, startPosition: string): Promise<number> {
  const start = parsePosition(startPosition)
  const files = (await listFolder(wal)).filter(name => /^[0-9A-F]{24}(\.partial)?$/.test(name))
  const sizes = await Promise.all(
    files.map(async name => ({ name, size: (await stat(join(wal, name)).catch(ignoreMissing))?.size ?? 0 })),
  )
  const segmentBytes = BigInt(Math.max(...sizes.map(({ size }) => size), 1))
  return sizes
    .filter(({ name }) => isSegmentFrom(name, start, segmentBytes))
    .reduce((sum, { size }) => sum + size, 0)
}

/** A finished segment loses its ending `.partial` at any moment. */
function ignoreMissing(error: unknown): null {
  if (isFileMissing(error)) return null
  throw error
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    throw new DrillError(`The folder ${folder} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
