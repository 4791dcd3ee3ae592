import type { Context } from '../../context.ts'
import { type RateLimit, requireAttempt } from '../identity/index.ts'

/** Far above real use; each attempt reads the facts of all photos of a source. */
const LIMIT: RateLimit = { name: 'selection-draft', max: 600, minutes: 60 }

/** Counts what reads a whole source; 429 above 600 an hour. */
export async function countSuggestion(ctx: Context, accountId: string): Promise<void> {
  await requireAttempt(ctx, LIMIT, accountId, 'Too many suggestions')
}
