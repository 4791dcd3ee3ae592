import type { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import type { RandomAccess } from '../../platform/images/index.ts'
import { toOriginalKey } from '../photos/index.ts'
import type { ChecksumTracker } from './checksums.ts'
import { extendExpiry } from './expiry.ts'
import { abandonLease, type Lease, releaseLease, withLeaseRenewal } from './lease.ts'
import { uploadedBytes } from './metrics.ts'
import type { UploadKey, UploadRow } from './store/uploads.ts'
import { ChecksumMismatch, type RequestChecksum } from './tus-checksum.ts'

/** The body of one request, which starts at `offset` of the upload. */
export interface RequestBytes {
  offset: number
  stream: Readable
  /** Null when the sender announced none. */
  checksum: RequestChecksum | null
}

/**
 * Stages the bytes of a request; resolves with the new length when they are durable and the lease is still valid.
 * Discards the bytes if their checksum differs from the announced checksum, or if a request with a checksum was
 * interrupted (460). Keeps the lease for the completion of a complete upload; releases it otherwise.
 */
export async function receiveBytes(
  ctx: Context,
  lease: Lease,
  tracker: ChecksumTracker,
  bytes: RequestBytes,
): Promise<number> {
  try {
    const length = await withLeaseRenewal(ctx, lease, leaseLost => {
      const chunks = extendExpiry(ctx, lease.row, readUntilLeaseLost(bytes.stream, leaseLost))
      const { offset, checksum } = bytes
      return checksum
        ? stageVerifiedBytes(ctx, lease, tracker, offset, checksum.tap(chunks), checksum)
        : stageBytes(ctx, lease, tracker, offset, chunks)
    })
    ctx.metrics.get(uploadedBytes).inc(Math.max(0, length - bytes.offset))
    if (length !== Number(lease.row.size)) await releaseLease(ctx, lease)
    return length
  } catch (error) {
    return abandonLease(ctx, lease, error)
  }
}

async function stageBytes(
  ctx: Context,
  { row, token }: Lease,
  tracker: ChecksumTracker,
  offset: number,
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> {
  const source = tracker.tap(row.upload_id, offset, bytes)
  const { length } = await ctx.blobs.staging.append(toStagingId(row), offset, source, Number(row.size), token)
  return length
}

/**
 * Token of bytes that are staged separately; their id contains the lease's token, so that no other lease appends to it.
 */
const SEPARATE_TOKEN = 1

/** Stages the bytes separately and appends them if their checksum matches. After a crash the clean-up removes them. */
async function stageVerifiedBytes(
  ctx: Context,
  lease: Lease,
  tracker: ChecksumTracker,
  offset: number,
  bytes: AsyncIterable<Uint8Array>,
  checksum: RequestChecksum,
): Promise<number> {
  const { staging } = ctx.blobs
  const id = `${toStagingId(lease.row)}-${lease.token}`
  try {
    const limit = Number(lease.row.size) - offset
    const { length, interrupted } = await staging.append(id, 0, bytes, limit, SEPARATE_TOKEN)
    if (interrupted || !checksum.matches()) throw new ChecksumMismatch()
    return length === 0
      ? offset
      : await stageBytes(ctx, lease, tracker, offset, staging.read(id, undefined, SEPARATE_TOKEN))
  } finally {
    await staging.remove(id, SEPARATE_TOKEN)
  }
}

/** Ends when the lease is lost, even while no bytes arrive; the request's stream stays open for its response. */
async function* readUntilLeaseLost(stream: Readable, leaseLost: AbortSignal): AsyncGenerator<Uint8Array> {
  const chunks = stream.iterator({ destroyOnReturn: false })
  let end = () => {}
  leaseLost.addEventListener('abort', () => end())
  try {
    while (!leaseLost.aborted) {
      // Promise.race with one promise for all chunks would keep each of them in memory.
      const next = await new Promise<IteratorResult<Uint8Array> | null>((resolve, reject) => {
        end = () => resolve(null)
        chunks.next().then(resolve, reject)
      })
      if (!next || next.done) return
      yield next.value
    }
  } finally {
    // `return` would wait for the pending read of an idle connection.
    if (!leaseLost.aborted) await chunks.return?.()
  }
}

/** Bytes of an upload whose last byte has arrived. */
interface ReceivedFile extends RandomAccess {
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
