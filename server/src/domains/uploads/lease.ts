import { setTimeout } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { runPeriodically } from '../../platform/clock/run-periodically.ts'
import { acquireLease, setLeaseEnd } from './store/leases.ts'
import { findUpload, type UploadKey, type UploadRow } from './store/uploads.ts'

/** Time after which the upload of a process that died is continued by others without a request. */
export const LEASE_MS = 10_000
const RENEWAL_MS = 3_000
const WAIT_STEP_MS = 100

/**
 * The right to change an upload in progress. Of all leases of an upload only the one with the highest token
 * counts: the offset is acknowledged and the outcome committed only if the row still has its token.
 */
export interface Lease {
  /** The upload as it was when the lease was acquired. */
  row: UploadRow
  /** Fencing token: higher than that of every earlier lease of this upload. */
  token: number
}

/** Acquires the lease for sending bytes; the process that has it loses it. Undefined when nothing is in progress. */
export function takeOverLease(ctx: Context, key: UploadKey): Promise<Lease | undefined> {
  return acquire(ctx, key, { fromHolder: true })
}

/** Acquires the lease of an upload that nobody has. Undefined when a process has it, or nothing is in progress. */
export function acquireFreeLease(ctx: Context, key: UploadKey): Promise<Lease | undefined> {
  return acquire(ctx, key, { fromHolder: false })
}

/**
 * Acquires the lease as soon as no process has it. Undefined when the upload is no longer in progress; 409 when a process
 * still has it after the time in which a dead one would have lost it.
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

/** Ends the lease; 409 when another process has acquired it since, so that nothing is acknowledged then. */
export async function releaseLease(ctx: Context, lease: Lease): Promise<void> {
  if (!(await setLeaseEnd(ctx.db, lease, null))) throw leaseLost()
}

/**
 * Ends a lease whose work failed and throws its error: the next request continues immediately, without one the clean-up.
 * Throws 409 instead when another process has acquired the lease, which explains every failure.
 */
export async function abandonLease(ctx: Context, lease: Lease, error: unknown): Promise<never> {
  const isHeld = await setLeaseEnd(ctx.db, lease, ctx.clock.now()).catch(failure => {
    // Without the database the lease ends by itself.
    ctx.log.warn({ err: failure }, 'the lease of an upload could not be ended')
    return true
  })
  throw isHeld ? error : leaseLost()
}

/** Runs the work and renews the lease meanwhile. The signal of the work aborts when another process has taken it over. */
export async function whileRenewing<T>(
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
      // Nothing is acknowledged without a statement that finds the token in the row.
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

/** The answer to a request whose upload another request has continued: a tus client asks for the offset again. */
export const leaseLost = () => new Failure('offset-conflict', 'Another request continues this upload')

async function acquire(
  ctx: Context,
  key: UploadKey,
  options: { fromHolder: boolean },
): Promise<Lease | undefined> {
  const times = { now: ctx.clock.now(), expiresAt: expiry(ctx) }
  const row = await acquireLease(ctx.db, key, { ...times, ...options })
  return row && { row, token: row.lease_token }
}

const expiry = (ctx: Context) => new Date(ctx.clock.now().getTime() + LEASE_MS)
