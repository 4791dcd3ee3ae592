import fs from 'node:fs'
import type { Readable } from 'node:stream'
import { BlobMissingError, BlobTooShortError } from './blobs.ts'
import { translateDiskError } from './disk-errors.ts'
import { isFileMissing } from './durable-files.ts'
import { checkRange } from './keys.ts'

const MIB = 1024 * 1024

/** Streams a file in chunks of 1 MiB; fails before the first byte when it is missing or shorter than the range. */
export function createFileStream(
  path: string,
  label: string,
  range?: { start: number; end: number },
): Readable {
  checkRange(range)
  return fs.createReadStream(path, { ...range, highWaterMark: MIB, fs: createCheckedOpen(label, range?.end) })
}

/** Creates an `open` for the stream that also checks the length, so that chunks need no check. */
function createCheckedOpen(label: string, end: number | undefined) {
  const open = (
    path: string,
    flags: string,
    mode: number,
    done: (error: Error | null, fd?: number) => void,
  ) =>
    fs.open(path, flags, mode, (error, fd) => {
      if (error)
        return done(isFileMissing(error) ? new BlobMissingError(`There is no ${label}`) : toTypedError(error))
      if (end === undefined) return done(null, fd)
      fs.fstat(fd, (statError, stats) => {
        if (!statError && stats.size > end) return done(null, fd)
        const reason =
          toTypedError(statError) ??
          new BlobTooShortError(`${label} has ${stats.size} bytes, asked for up to ${end}`)
        fs.close(fd, () => done(reason))
      })
    })
  const read = (
    fd: number,
    buffer: Buffer,
    offset: number,
    length: number,
    position: number | null,
    done: (error: Error | null, bytesRead: number, buffer: Buffer) => void,
  ) =>
    fs.read(fd, buffer, offset, length, position, (error, bytesRead) =>
      done(toTypedError(error), bytesRead, buffer),
    )
  return { open, read, close: fs.close }
}

const toTypedError = (error: Error | null) => translateDiskError(error) as Error | null
