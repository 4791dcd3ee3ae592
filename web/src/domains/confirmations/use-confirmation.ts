import { useEffect, useRef, useState } from 'react'
import { reportFailure } from '#web/platform/reporting/reporting.ts'

/** States of a confirmation by a mailed link (AA-050). */
export type ConfirmationState = 'requested' | 'received' | 'failed'

/** Shorter progress would only flash. */
const PROGRESS_MIN_MS = 300

/**
 * Confirms once when the screen opens, by script: mail scanners that fetch the page confirm nothing. Then continues with
 * `onReceived` or `onFailed`, which leave the screen.
 */
export function useConfirmation<T>({ confirm, onReceived, onFailed }: Confirmation<T>): ConfirmationState {
  const [state, setState] = useState<ConfirmationState>('requested')
  const started = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once, with the functions of the first rendering.
  useEffect(() => {
    if (started.current) return
    started.current = true
    const progress = new Promise(resolve => setTimeout(resolve, PROGRESS_MIN_MS))
    confirm()
      .then(async answer => {
        await progress
        setState('received')
        await onReceived(answer)
      })
      .catch(async error => {
        reportFailure(error)
        await progress
        setState('failed')
        onFailed(error)
      })
  }, [])
  return state
}

export interface Confirmation<T> {
  /** Sends the token; rejects when it is refused. */
  confirm: () => Promise<T>
  onReceived: (answer: T) => void | Promise<void>
  onFailed: (error: unknown) => void
}
