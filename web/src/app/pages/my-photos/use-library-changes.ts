import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lazyModule } from '#web/platform/lazy/lazy-module.ts'
import { subscribeLibrary } from '#web/platform/push/library.ts'
import { useLibraryPush } from '#web/platform/push/use-library-push.ts'

/**
 * Keeps the cache up to date while the library changes elsewhere: pages in view are refetched in the background, others
 * when they are next shown. Bursts (an upload of hundreds) are batched. `onRemoved` gets the ids of removed photos.
 */
export function useLibraryChanges(onRemoved: (ids: string[]) => void = () => {}): void {
  const queries = useQueryClient()
  useEffect(() => subscribeToChanges(queries), [queries])
  useLibraryPush(message => {
    if (message.type === 'photos-changed' && message.change === 'removed') onRemoved(message.photoIds)
  })
}

/** Applies the changes of the library to the cache from now on, also while other pages hold the socket open. */
function subscribeToChanges(queries: QueryClient): void {
  if (subscribedClients.has(queries)) return
  subscribedClients.add(queries)
  const loadHandler = () => loadChanges().then(({ createLibraryChanges }) => createLibraryChanges(queries))
  let handler: ReturnType<typeof loadHandler> | undefined
  subscribeLibrary(
    message => {
      handler ??= loadHandler()
      handler.then(
        receive => receive(message),
        () => {
          handler = undefined
          // Missed changes are unknown: everything counts as changed.
          void queries.invalidateQueries()
        },
      )
    },
    { passive: true },
  )
}

const subscribedClients = new WeakSet<QueryClient>()
const loadChanges = lazyModule(() => import('./library-changes.ts'))
