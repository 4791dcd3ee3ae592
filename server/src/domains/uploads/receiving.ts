import type { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import type { RunningChecksums } from './checksums.ts'
import { extendExpiry } from './expiry.ts'
import { abandonLease, type Lease, releaseLease, whileRenewing } from './lease.ts'
import { uploadedBytes } from './metrics.ts'
import { stagingId } from './staged-upload.ts'
import { ChecksumMismatch, type RequestChecksum } from './tus-checksum.ts'

/** The bytes of one request, which begin at `offset` of the upload. */
export interface RequestBytes {
  offset: number
  stream: Readable
  /** Null when the sender announced none. */
  checksum: RequestChecksum | null
}

/**
 * Stages the bytes of a request; resolves with the new length when they are durable and the lease still holds. Bytes
 * with another checksum than the announced one are not kept (460), nor are those of a request with a checksum that broke
 * off. The lease of an upload that is complete now stays for its completion; else it ends.
 */
export async function receiveBytes(
  ctx: Context,
  lease: Lease,
  running: RunningChecksums,
  bytes: RequestBytes,
): Promise<number> {
  try {
    const length = await whileRenewing(ctx, lease, lost => {
      const received = extendExpiry(ctx, lease.row, untilLost(bytes.stream, lost))
      const { offset, checksum } = bytes
      return checksum
        ? stageVerified(ctx, lease, running, offset, checksum.tap(received), checksum)
        : stage(ctx, lease, running, offset, received)
    })
    ctx.metrics.get(uploadedBytes).inc(Math.max(0, length - bytes.offset))
    if (length !== Number(lease.row.size)) await releaseLease(ctx, lease)
    return length
  } catch (error) {
    return abandonLease(ctx, lease, error)
  }
}

async function stage(
  ctx: Context,
  { row, token }: Lease,
  running: RunningChecksums,
  offset: number,
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> {
  const source = running.tap(row.upload_id, offset, bytes)
  const { length } = await ctx.blobs.staging.append(stagingId(row), offset, source, Number(row.size), token)
  return length
}

/** Of bytes that are staged apart: their id has the lease's token, so that nothing else is appended to it. */
const ONLY_TOKEN = 1

/** Stages the bytes apart and appends them when their checksum is right. A crash leaves them for the clean-up. */
async function stageVerified(
  ctx: Context,
  lease: Lease,
  running: RunningChecksums,
  offset: number,
  bytes: AsyncIterable<Uint8Array>,
  checksum: RequestChecksum,
): Promise<number> {
  const { staging } = ctx.blobs
  const id = `${stagingId(lease.row)}-${lease.token}`
  try {
    const limit = Number(lease.row.size) - offset
    const { length, interrupted } = await staging.append(id, 0, bytes, limit, ONLY_TOKEN)
    if (interrupted || !checksum.isRight()) throw new ChecksumMismatch()
    return length === 0
      ? offset
      : await stage(ctx, lease, running, offset, staging.read(id, undefined, ONLY_TOKEN))
  } finally {
    await staging.remove(id, ONLY_TOKEN)
  }
}

/** Ends when the lease is lost, also while no byte arrives; the request's stream stays open for its answer. */
async function* untilLost(stream: Readable, lost: AbortSignal): AsyncGenerator<Uint8Array> {
  const chunks = stream.iterator({ destroyOnReturn: false })
  let end = () => {}
  lost.addEventListener('abort', () => end())
  try {
    while (!lost.aborted) {
      // Promise.race with one promise for all chunks would keep each of them in memory.
      const next = await new Promise<IteratorResult<Uint8Array> | null>((resolve, reject) => {
        end = () => resolve(null)
        chunks.next().then(resolve, reject)
      })
      if (!next || next.done) return
      yield next.value
    }
  } finally {
    // While a read waits for a silent connection, the return would wait for it.
    if (!lost.aborted) await chunks.return?.()
  }
}
