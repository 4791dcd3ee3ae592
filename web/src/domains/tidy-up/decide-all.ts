import { decideAllGroups, type TidyUpKind, type TidyUpRun } from '#contract/tidy-up.ts'
import { call } from '#web/platform/http/call.ts'

const POLL_MS = 500

/**
 * Decides all groups and waits until it is done. The same id again continues the same run. Rejects when a call fails, while
 * the run may go on.
 */
export async function decideAll(kind: TidyUpKind, requestId: string): Promise<TidyUpRun> {
  for (;;) {
    const run = await call(decideAllGroups, { params: { kind }, body: { requestId } })
    if (run.state === 'done') return run
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
  }
}
