import { useEffect } from 'react'

/** Keeps a phone's screen on while `on`: a sleeping phone stops sending. */
export function useWakeLock(on: boolean): void {
  useEffect(() => {
    if (!on || !('wakeLock' in navigator) || !matchMedia('(pointer: coarse)').matches) return
    const ending = new AbortController()
    const request = async () => {
      // The browser takes it back whenever the page is hidden.
      if (document.visibilityState !== 'visible') return
      const lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (ending.signal.aborted) await lock?.release()
      else ending.signal.addEventListener('abort', () => void lock?.release())
    }
    document.addEventListener('visibilitychange', request, { signal: ending.signal })
    void request()
    return () => ending.abort()
  }, [on])
}
