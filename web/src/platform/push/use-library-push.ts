import { useEffect, useEffectEvent } from 'react'
import type { LibraryPush } from '#contract/push.ts'
import { subscribeLibrary } from './library.ts'

/** Calls `handler` with every message about the caller's library while the component is mounted. */
export function useLibraryPush(handler: (message: LibraryPush) => void): void {
  const receive = useEffectEvent(handler)
  useEffect(() => {
    const subscription = subscribeLibrary(message => receive(message))
    return () => subscription.close()
  }, [])
}
