import type { Context } from '#server/context.ts'
import type { AddCounts } from '#server/http/shared-counts.ts'
import { addToCounts } from '../store/rate-counts.ts'

/** Counts calls of all processes together, in the table of the attempts; null for the only process of an embedded database. */
export function createSharedRequestCounts(ctx: Context): AddCounts | null {
  const { postgres, role } = ctx.config
  if (!postgres && role === 'all') return null
  return async (counts, windowStart) => {
    // Accounts and addresses are stored as keyed hashes only.
    const keys = new Map([...counts.keys()].map(subject => [toKey(ctx, subject), subject]))
    const increments = [...keys].map(([key, subject]) => ({ key, count: counts.get(subject)! }))
    const sums = await addToCounts(ctx.db, increments, windowStart)
    return new Map(sums.map(({ key, count }) => [keys.get(key)!, count]))
  }
}

function toKey(ctx: Context, subject: string): string {
  const [mac] = ctx.signer.macs('calls', subject)
  return `calls:${mac!.toString('base64url').slice(0, 24)}`
}
