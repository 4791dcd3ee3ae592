import type { Answer, Input } from '#contract/endpoint.ts'
import { createTempSelection } from '#contract/temp-selections.ts'
import type { PhotoTargets } from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'

export type TempSelection = Answer<typeof createTempSelection>

/**
 * Creates a temporary selection of the photos, with `exceptTooSmall` without those that are too small for every print. A
 * selection by rule is sent as a rule, independent of what is loaded. Retries once after no answer or a 5xx status; the
 * request id makes the call idempotent.
 */
export async function createSelection(
  targets: PhotoTargets,
  signal: AbortSignal,
  { exceptTooSmall = false } = {},
): Promise<TempSelection> {
  const selection = targets.rule?.()
  const photos = selection ? { selection } : { photoIds: await targets.ids() }
  const body = { ...photos, requestId: crypto.randomUUID(), ...(exceptTooSmall && { exceptTooSmall }) }
  return createWithRetry(body, signal)
}

async function createWithRetry(body: Input<typeof createTempSelection>['body'], signal: AbortSignal) {
  const create = () => call(createTempSelection, { body }, { signal })
  try {
    return await create()
  } catch (error) {
    const isRetryable = error instanceof HttpFailure && (error.status === 0 || error.status >= 500)
    if (!isRetryable || signal.aborted) throw error
    return create()
  }
}
