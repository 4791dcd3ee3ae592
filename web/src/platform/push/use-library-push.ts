import { type QueryKey, useQueryClient } from '@tanstack/react-query'
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

/** Reads what is below a key again after messages of these types, and when messages may have been missed. */
export function useInvalidateOnPush(queryKey: QueryKey, ...types: LibraryPush['type'][]): void {
  const queries = useQueryClient()
  useLibraryPush(({ type }) => {
    if (type === 'ready' || types.includes(type)) void queries.invalidateQueries({ queryKey })
  })
}
