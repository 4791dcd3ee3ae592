import type { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import type { ChecksumTracker } from './checksums.ts'
import { extendExpiry } from './expiry.ts'
import { abandonLease, type Lease, releaseLease, withLeaseRenewal } from './lease.ts'
import { uploadedBytes } from './metrics.ts'
import { toStagingId } from './staged-upload.ts'
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
