import { decideAllGroups, type TidyUpKind, type TidyUpRun, undoDecision } from '#contract/tidy-up.ts'
import { call } from '#web/platform/http/call.ts'

const POLL_MS = 500

/** Decides all groups and waits until it is done. Each repeated call has the same id, so it decides nothing more. */
export async function decideAll(kind: TidyUpKind): Promise<TidyUpRun> {
  const body = { requestId: crypto.randomUUID() }
  for (;;) {
    const run = await call(decideAllGroups, { params: { kind }, body })
    if (run.state === 'done') return run
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
  }
}

/** Undoes all decisions of a run, some at a time. */
export async function undoAll(runId: string): Promise<void> {
  while ((await call(undoDecision, { params: { id: runId } })).hasMore);
}
