import * as fs from 'node:fs/promises'
import { constants } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import AsyncLock from 'async-lock'
import { systemClock } from '../clock/clock.ts'
import {
  BlobMissingError,
  BlobTooShortError,
  type ReceivedBytes,
  type Staging,
  StagingLimitError,
  StagingOffsetError,
} from './blobs.ts'
import { checkStored, readChunks } from './check-stored.ts'
import { withDiskErrors } from './disk-errors.ts'
import type { DiskReserve } from './disk-space.ts'
import { type Disk, type DurableFiles, isFileMissing } from './durable-files.ts'
import { createFileStream } from './file-stream.ts'
import { checkStagingId } from './keys.ts'
import { type LimitedSource, limitSource } from './limited-source.ts'
import { writeInBlocks } from './write-in-blocks.ts'

/** Space is checked for this many bytes at a time; concurrent uploads exceed the reserve by at most this each. */
const BYTES_PER_SPACE_CHECK = 4 * 1024 * 1024

/** Bytes that arrived within this time before their commit keep their time: the orphan sweep counts in hours. */
const SAME_AGE_MS = 60_000

interface StagingOptions {
  folder: string
  files: DurableFiles
  disk: Disk
  reserve: DiskReserve
  prepare: () => Promise<void>
  resolvePath: (key: string) => string
}

/**
 * One growing file per id; serialized within this process. Fencing tokens are not needed: two processes that append at
 * the same offset write the same bytes of the same file at the same position, and commit verifies the stored bytes.
 */
export function createFolderStaging({
  folder,
  files,
  disk,
  reserve,
  prepare,
  resolvePath,
}: StagingOptions): Staging {
  const lock = new AsyncLock({ maxPending: Number.POSITIVE_INFINITY })
  const resolveFile = (id: string) => join(folder, checkStagingId(id))

  return {
    async append(id, offset, source, limit) {
      const path = resolveFile(id)
      const incoming = limitSource(source, limit - offset)
      return lock.acquire(id, () =>
        withDiskErrors(async () => {
          await prepare()
          const length = await appendTo({ disk, reserve }, path, { offset, limit }, incoming, async () => {
            // The first append created the file: its name must be durable, too.
            if (offset === 0) await files.syncFolder(folder)
          })
          if (incoming.limitExceeded)
            throw new StagingLimitError(`${id} may have ${limit} bytes, more arrived`)
          return { length, interrupted: incoming.interrupted }
        }),
      )
    },
    async length(id) {
      // A killed process may have left bytes that are not synced; only durable bytes count.
      const path = resolveFile(id)
      return withDiskErrors(async () => (await getDurableLength(disk, path)) ?? 0)
    },
    read: (id, range) => createFileStream(resolveFile(id), `staged file ${id}`, range),
    async readRanges(id, ranges) {
      const path = resolveFile(id)
      return withDiskErrors(async () => {
        const file = await disk.open(path, 'r').catch(toNullIfMissing)
        if (!file) throw new BlobMissingError(`There is no staged file ${id}`)
        try {
          const chunks: Uint8Array[] = []
          for (const range of ranges) chunks.push(await readRange(file, range))
          return chunks
        } finally {
          await file.close()
        }
      })
    },
    async commit(id, key, expected) {
      const from = resolveFile(id)
      const to = resolvePath(key)
      await lock.acquire(id, () =>
        withDiskErrors(async () => {
          await prepare()
          const now = systemClock.now()
          const modified = await checkStaged(disk, from, key, expected)
          if (modified) {
            // The age of a blob is that of its key, not of its bytes, or the orphan sweep would remove it.
            if (now.getTime() - modified.getTime() > SAME_AGE_MS) await fs.utimes(from, now, now)
            await files.move(from, to)
          } else if (await fs.stat(to).catch(toNullIfMissing)) {
            await checkStored(createFileStream(to, key), key, expected)
            await fs.utimes(to, now, now)
            // An earlier commit may have moved the file and failed to sync the folder.
            await files.syncFolder(dirname(to))
          } else throw new BlobMissingError(`Nothing arrived for ${id}`)
          await files.syncFolder(folder)
        }),
      )
    },
    async remove(id) {
      const path = resolveFile(id)
      await lock.acquire(id, () => withDiskErrors(() => disk.rm(path, { force: true })))
    },
    async *list() {
      const entries = await fs.opendir(folder).catch(toNullIfMissing)
      if (!entries) return
      for await (const entry of entries) {
        const stats = await fs.stat(join(folder, entry.name)).catch(toNullIfMissing)
        if (stats) yield { id: entry.name, modified: stats.mtime }
      }
    },
  }
}

/** Appends and syncs; returns the new length in bytes. */
async function appendTo(
  { disk, reserve }: Pick<StagingOptions, 'disk' | 'reserve'>,
  path: string,
  { offset, limit }: { offset: number; limit: number },
  incoming: LimitedSource,
  syncName: () => Promise<void>,
): Promise<number> {
  const createFlag = offset === 0 ? constants.O_CREAT : 0
  const file = await disk.open(path, constants.O_WRONLY | createFlag).catch(toNullIfMissing)
  if (!file) throw new StagingOffsetError(`Nothing arrived yet, and not ${offset} bytes`)
  try {
    const { size } = await file.stat()
    if (size !== offset) throw new StagingOffsetError(`${size} bytes arrived, not ${offset}`)
    let length = offset
    let checkedUntil = offset
    try {
      await writeInBlocks(incoming.bytes, async bytes => {
        if (length + bytes.length > checkedUntil) {
          checkedUntil = Math.min(limit, length + BYTES_PER_SPACE_CHECK)
          await reserve.check(checkedUntil - length)
        }
        length = await writeAll(file, bytes, length)
      })
    } finally {
      await makeDurable(file, offset, syncName)
    }
    return length
  } finally {
    await file.close()
  }
}

/**
 * Syncs the bytes from `offset` on. After a failed fsync the system may have dropped them, and the next fsync reports
 * no error: truncates the file to `offset`, so that the bytes are sent again.
 */
async function makeDurable(
  file: fs.FileHandle,
  offset: number,
  syncName: () => Promise<void>,
): Promise<void> {
  try {
    await file.datasync()
    await syncName()
  } catch (error) {
    await file.truncate(offset)
    throw error
  }
}

/** Syncs and checks the bytes of a staged file and returns the time of the newest ones; null when there are none. */
async function checkStaged(
  disk: Disk,
  path: string,
  key: string,
  expected: ReceivedBytes,
): Promise<Date | null> {
  const file = await disk.open(path, 'r').catch(toNullIfMissing)
  if (!file) return null
  try {
    await file.datasync()
    const { size, mtime } = await file.stat()
    if (size === 0) return null
    await checkStored(readChunks(file, size), key, expected)
    return mtime
  } finally {
    await file.close()
  }
}

/** Repeats the read until the range is complete: one call may read fewer bytes. */
async function readRange(
  file: fs.FileHandle,
  { start, end }: { start: number; end: number },
): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(end - start + 1)
  for (let readBytes = 0; readBytes < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, readBytes, bytes.length - readBytes, start + readBytes)
    if (bytesRead === 0) throw new BlobTooShortError(`A staged file ends before byte ${end}`)
    readBytes += bytesRead
  }
  return bytes
}

/** Repeats the write until all bytes are written: one call may write fewer. */
async function writeAll(file: fs.FileHandle, bytes: Uint8Array, position: number): Promise<number> {
  for (let writtenBytes = 0; writtenBytes < bytes.length; ) {
    const { bytesWritten } = await file.write(
      bytes,
      writtenBytes,
      bytes.length - writtenBytes,
      position + writtenBytes,
    )
    writtenBytes += bytesWritten
  }
  return position + bytes.length
}

/** Returns null when there is no file. */
async function getDurableLength(disk: Disk, path: string): Promise<number | null> {
  const file = await disk.open(path, 'r').catch(toNullIfMissing)
  if (!file) return null
  try {
    await file.datasync()
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

function toNullIfMissing(error: unknown): null {
  if (isFileMissing(error)) return null
  throw error
}
