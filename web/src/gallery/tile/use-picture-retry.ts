import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Loads the picture at `url` again after errors: once with addresses that `renew` fetches; then, if they are the
 * same, after 2 s, doubling up to a minute, and at once when the device is online again. `attempt` is 0 until then;
 * `waiting` pauses loading.
 */
export function usePictureRetry(url: string | undefined, renew: () => Promise<void>) {
  const [failure, setFailure] = useState<Failure>()
  // Another address begins anew.
  const { attempt, waiting } = failure?.url === url && failure ? failure : NO_FAILURE
  const load = useEffectEvent(async () => {
    await renew()
    setFailure(currentFailure =>
      currentFailure === failure ? currentFailure && { ...currentFailure, waiting: false } : currentFailure,
    )
  })
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(load, Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1)))
    addEventListener('online', load)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', load)
    }
  }, [waiting, attempt])
  return {
    attempt,
    waiting,
    onLoad: () => setFailure(undefined),
    onError: async () => {
      if (!url) return
      if (attempt > 0) return setFailure({ url, attempt: attempt + 1, waiting: true })
      await renew()
      setFailure({ url, attempt: 1, waiting: true })
    },
  }
}

interface Failure {
  url: string
  /** Number of times that loading this address again was planned. */
  attempt: number
  waiting: boolean
}

const NO_FAILURE = { attempt: 0, waiting: false }
const FIRST_MS = 2000
const LONGEST_MS = 60_000
