import type { ReactNode } from 'react'
import type { ActionEnvironment, ActionOutcome } from './photo-action.ts'

type Run = (onProgress: (done: number) => void) => Promise<unknown>

export interface Confirmation {
  run: Run
  onDone: () => void
  onCancel: () => void
}

/**
 * Runs an operation from the dialog that confirms it; after a failure the dialog stays open and can start it again.
 * `run` rejects or resolves with false when it failed; the outcome is 'failed' if the dialog is cancelled after that.
 */
export async function runInDialog(
  { ask }: Pick<ActionEnvironment, 'ask'>,
  run: Run,
  dialog: (confirmation: Confirmation) => ReactNode,
): Promise<ActionOutcome> {
  let hasFailed = false
  const isDone = await ask<boolean>(close =>
    dialog({
      run: async onProgress => {
        hasFailed = true
        const succeeded = await run(onProgress)
        hasFailed = succeeded === false
        return succeeded
      },
      onDone: () => close(true),
      onCancel: () => close(false),
    }),
  )
  if (isDone) return 'done'
  return hasFailed ? 'failed' : 'cancelled'
}
