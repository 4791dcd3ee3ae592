import { useState } from 'react'
import { isCancelled } from '../http/cancelled-call.ts'
import { reportFailure } from '../reporting/reporting.ts'

/**
 * Manages the state of the operation that a dialog confirms: `pending` while it runs, `failed` until it is started again.
 * Fails when `run` rejects, which is reported, or resolves with false; otherwise `onDone` is called, which closes the
 * dialog; after a call that the customer cancelled the operation can be started again.
 */
export function useOperation(run: Run, onDone: () => void) {
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle')
  const [error, setError] = useState<unknown>()
  const [done, setDone] = useState(0)
  const start = async () => {
    setState('pending')
    const succeeded = await run(setDone).catch((error: unknown) => {
      if (isCancelled(error)) return CANCELLED
      reportFailure(error)
      setError(error)
      return false
    })
    if (succeeded === CANCELLED) return setState('idle')
    if (succeeded === false) setState('failed')
    else onDone()
  }
  return {
    pending: state === 'pending',
    failed: state === 'failed',
    /** What `run` rejected with last. */
    error,
    /** Progress that `run` has reported. */
    done,
    start: () => void start(),
  }
}

const CANCELLED = Symbol('cancelled')

type Run = (onProgress: (done: number) => void) => Promise<unknown>

export type Operation = ReturnType<typeof useOperation>
