import { useEffect, useEffectEvent, useRef } from 'react'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { clearConfirmationResult } from './confirmation-result.ts'

/** Shorter progress would only flash. */
const PROGRESS_MIN_MS = 300

/**
 * Confirms once when the screen opens, by script: mail scanners that fetch the page confirm nothing. Shows the progress
 * (requested), then leaves the screen by `onReceived` or `onFailed`.
 */
export function useConfirmation<T>({ confirm, onReceived, onFailed }: Confirmation<T>): void {
  const hasStarted = useRef(false)
  const run = useEffectEvent(async () => {
    const progress = new Promise(resolve => setTimeout(resolve, PROGRESS_MIN_MS))
    clearConfirmationResult()
    try {
      const answer = await confirm()
      await progress
      await onReceived(answer)
    } catch (error) {
      reportFailure(error)
      await progress
      onFailed(error)
    }
  })
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    void run()
  }, [])
}

export interface Confirmation<T> {
  /** Sends the token; rejects when it is refused. */
  confirm: () => Promise<T>
  onReceived: (answer: T) => void | Promise<void>
  onFailed: (error: unknown) => void
}
