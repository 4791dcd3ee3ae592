import type { Context } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { countAttempt, type RateLimit } from '../identity/index.ts'

/** Far above real use; each attempt reads the facts of all photos of a source. */
const LIMIT: RateLimit = { name: 'selection-draft', max: 600, minutes: 60 }

/** Counts what reads a whole source; 429 above 600 an hour. */
export async function requireAttempt(ctx: Context, accountId: string): Promise<void> {
  const wait = await countAttempt(ctx, LIMIT, accountId)
  if (wait !== null)
    throw new Failure('too-many-requests', 'Too many suggestions', { retryAfterSeconds: wait * 60 })
}
