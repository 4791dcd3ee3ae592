import { undoDecision } from '#contract/tidy-up.ts'
import { call } from '#web/platform/http/call.ts'

/** Undoes a decision, or all of a run, in steps, which may be repeated: photos, albums and dates are as before. */
export async function undoDecisions(id: string): Promise<void> {
  while ((await call(undoDecision, { params: { id } })).hasMore);
}
