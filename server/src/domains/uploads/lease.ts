import { setTimeout } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { runPeriodically } from '../../platform/clock/run-periodically.ts'
import { acquireLease, setLeaseEnd } from './store/leases.ts'
import { findUpload, type UploadKey, type UploadRow } from './store/uploads.ts'

/** Time after which other processes complete the upload of a process that died. */
export const LEASE_MS = 10_000
const RENEWAL_MS = 3_000
const WAIT_STEP_MS = 100

/**
 * The exclusive right to change an upload in progress. Only the lease with the highest token is valid: the offset is
 * acknowledged and the outcome committed only if the row still has its token.
 */
export interface Lease {
  /** The upload as it was when the lease was acquired. */
  row: UploadRow
  /** Fencing token: higher than that of every earlier lease of this upload. */
  token: number
}

/** Acquires the lease for receiving bytes and takes it from its holder. Undefined when the upload is not in progress. */
export function takeOverLease(ctx: Context, key: UploadKey): Promise<Lease | undefined> {
  return acquire(ctx, key, { isTakeover: true })
}

/** Acquires the lease if it has no holder. Undefined when it has one, or the upload is not in progress. */
export function acquireFreeLease(ctx: Context, key: UploadKey): Promise<Lease | undefined> {
  return acquire(ctx, key, { isTakeover: false })
}

/**
 * Acquires the lease as soon as it is free. Undefined when the upload is no longer in progress; 409 when a process
 * still holds it after the time in which the lease of a dead process expires.
 */
export async function waitForLease(ctx: Context, key: UploadKey): Promise<Lease | undefined> {
  for (let waited = 0; waited < 2 * LEASE_MS; waited += WAIT_STEP_MS) {
    const lease = await acquireFreeLease(ctx, key)
    if (lease) return lease
    const row = await findUpload(ctx.db, key.account_id, key.upload_id)
    if (row?.state !== 'receiving') return undefined
    await setTimeout(WAIT_STEP_MS)
  }
  throw leaseLost()
}

/** Releases the lease; 409 when another process has acquired it since, so that no offset is acknowledged. */
export async function releaseLease(ctx: Context, lease: Lease): Promise<void> {
  if (!(await setLeaseEnd(ctx.db, lease, null))) throw leaseLost()
}

/**
 * Expires a lease after a failure and throws the error, so that the next request, or the clean-up, continues immediately.
 * Throws 409 instead when another process has acquired the lease, which is then the cause of the failure.
 */
export async function abandonLease(ctx: Context, lease: Lease, error: unknown): Promise<never> {
  const isHeld = await setLeaseEnd(ctx.db, lease, ctx.clock.now()).catch(failure => {
    // Without the database the lease expires by itself.
    ctx.log.warn({ err: failure }, 'the lease of an upload could not be ended')
    return true
  })
  throw isHeld ? error : leaseLost()
}

/** Renews the lease while the work runs. Its signal aborts when another process has acquired the lease. */
export async function withLeaseRenewal<T>(
  ctx: Context,
  lease: Lease,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const done = new AbortController()
  const lost = new AbortController()
  const renewing = runPeriodically(RENEWAL_MS, done.signal, async () => {
    try {
      if (!(await setLeaseEnd(ctx.db, lease, expiry(ctx)))) lost.abort()
    } catch (error) {
      // Safe to continue: every acknowledgement checks the token in the row.
      ctx.log.warn({ err: error }, 'the lease of an upload could not be renewed')
    }
  })
  try {
    return await work(lost.signal)
  } finally {
    done.abort()
    await renewing
  }
}

/** The failure of a request whose upload another request continues; tus clients then read the offset again. */
export const leaseLost = () => new Failure('offset-conflict', 'Another request continues this upload')

async function acquire(
  ctx: Context,
  key: UploadKey,
  options: { isTakeover: boolean },
): Promise<Lease | undefined> {
  const times = { now: ctx.clock.now(), expiresAt: expiry(ctx) }
  const row = await acquireLease(ctx.db, key, { ...times, ...options })
  return row && { row, token: row.lease_token }
}

const expiry = (ctx: Context) => new Date(ctx.clock.now().getTime() + LEASE_MS)
