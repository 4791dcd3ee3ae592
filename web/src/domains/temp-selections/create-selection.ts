import type { Input } from '#contract/endpoint.ts'
import { createTempSelection } from '#contract/temp-selections.ts'
import type { PhotoTargets } from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'

/**
 * Freezes the chosen photos and answers the selection's id: those chosen by rule as a rule, whatever is loaded. A call
 * that got no answer, or the server's failure, is made once more; the request id keeps it one selection.
 */
export async function createSelection(targets: PhotoTargets, signal: AbortSignal): Promise<string> {
  const selection = targets.rule?.()
  const chosen = selection ? { selection } : { photoIds: await targets.ids() }
  const body = { ...chosen, requestId: crypto.randomUUID() }
  const { tempSelectionId } = await twice(body, signal)
  return tempSelectionId
}

async function twice(body: Input<typeof createTempSelection>['body'], signal: AbortSignal) {
  const create = () => call(createTempSelection, { body }, { signal })
  try {
    return await create()
  } catch (error) {
    const mayHelp = error instanceof HttpFailure && (error.status === 0 || error.status >= 500)
    if (!mayHelp || signal.aborted) throw error
    return create()
  }
}
