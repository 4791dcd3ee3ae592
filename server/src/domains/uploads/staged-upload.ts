import type { Context } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import type { RandomAccess } from '../../platform/images/index.ts'
import { toOriginalKey } from '../photos/index.ts'
import type { UploadKey, UploadRow } from './store/uploads.ts'

/** Bytes of an upload whose last byte has arrived. */
export interface ReceivedFile extends RandomAccess {
  /** Streams the whole file. */
  stream(): AsyncIterable<Uint8Array>
}

/** Returns the id of an upload's bytes in staging. */
export const toStagingId = (row: UploadKey) => `${row.account_id}_${row.upload_id}`

export function parseStagingId(id: string): UploadKey {
  const separator = id.lastIndexOf('_')
  return { account_id: id.slice(0, separator), upload_id: id.slice(separator + 1) }
}

/**
 * Counts the durable bytes of an upload. After a crash between moving the original to its key and the transaction,
 * staging is empty and all bytes count as received, so that they are not sent again.
 */
export async function getReceivedLength(ctx: Context, row: UploadRow): Promise<number> {
  if (row.lease_token === 0) return 0
  const staged = await ctx.blobs.staging.length(toStagingId(row), row.lease_token)
  return staged === 0 && (await findCommittedKey(ctx, row)) ? Number(row.size) : staged
}

/**
 * The checks of most pictures read only these: type, frame header and metadata at the start, the end marker at the end.
 */
const HEAD_BYTES = 65_536
const TAIL_BYTES = 4096

/**
 * Opens the bytes of a complete upload, from staging or from the original's key. Throws 409 when bytes are missing.
 * `row` is the row of a lease; `justStaged`: this process has just staged all of them.
 */
export async function openReceivedFile(
  ctx: Context,
  row: UploadRow,
  { justStaged = false } = {},
): Promise<ReceivedFile> {
  const size = Number(row.size)
  const id = toStagingId(row)
  const isStaged = async () => (await ctx.blobs.staging.length(id, row.lease_token)) === size
  const wasStaged = justStaged || (await isStaged())
  const key = wasStaged ? null : await findCommittedKey(ctx, row)
  if (!wasStaged && !key) throw new Failure('conflict', 'The upload is not complete')
  const readRanges = (ranges: { start: number; end: number }[]): Promise<Uint8Array[]> =>
    key
      ? Promise.all(
          ranges.map(async range => Buffer.concat(await Array.fromAsync(ctx.blobs.read(key, range)))),
        )
      : ctx.blobs.staging.readRanges(id, ranges, row.lease_token)
  const tailStart = Math.max(0, size - TAIL_BYTES)
  const [head, tail] = (await readRanges([
    { start: 0, end: Math.min(HEAD_BYTES, size) - 1 },
    { start: tailStart, end: size - 1 },
  ])) as [Uint8Array, Uint8Array]
  return {
    size,
    async read(offset, length) {
      const end = Math.min(offset + length, size)
      if (end <= offset) return new Uint8Array(0)
      if (end <= head.length) return head.subarray(offset, end)
      if (offset >= tailStart) return tail.subarray(offset - tailStart, end - tailStart)
      const [bytes] = await readRanges([{ start: offset, end: end - 1 }])
      return bytes!
    },
    async *stream() {
      // Another process may have committed the original since.
      const committedKey = (await isStaged()) ? null : await findCommittedKey(ctx, row)
      yield* committedKey
        ? ctx.blobs.read(committedKey)
        : ctx.blobs.staging.read(id, undefined, row.lease_token)
    },
  }
}

/** Finds the key of an original that a crashed process moved out of staging; its hash was stored before. */
async function findCommittedKey(ctx: Context, row: UploadRow): Promise<string | null> {
  if (!row.declared_sha256) return null
  const key = toOriginalKey({ ...row, sha256: row.declared_sha256 })
  const blob = await ctx.blobs.stat(key)
  return blob?.size === Number(row.size) ? key : null
}
