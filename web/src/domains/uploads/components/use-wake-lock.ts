import { useEffect } from 'react'

/** Keeps a phone's screen awake while `isEnabled`: uploads stop when the phone sleeps. */
export function useWakeLock(isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled || !('wakeLock' in navigator) || !matchMedia('(pointer: coarse)').matches) return
    const controller = new AbortController()
    const request = async () => {
      // The browser releases the lock when the page is hidden.
      if (document.visibilityState !== 'visible') return
      const lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (controller.signal.aborted) await lock?.release()
      else controller.signal.addEventListener('abort', () => void lock?.release())
    }
    document.addEventListener('visibilitychange', request, { signal: controller.signal })
    void request()
    return () => controller.abort()
  }, [isEnabled])
}
