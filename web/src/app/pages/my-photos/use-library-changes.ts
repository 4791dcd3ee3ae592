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
  useEffect(() => applyChanges(queries), [queries])
  useLibraryPush(message => {
    if (message.type === 'photos-changed' && message.change === 'removed') onRemoved(message.photoIds)
  })
}

/** Applies the changes of the library to the cache from now on, also while other pages hold the socket open. */
function applyChanges(queries: QueryClient): void {
  if (subscribedClients.has(queries)) return
  subscribedClients.add(queries)
  const created = () => loadChanges().then(({ createLibraryChanges }) => createLibraryChanges(queries))
  let changes: ReturnType<typeof created> | undefined
  subscribeLibrary(
    message => {
      changes ??= created()
      changes.then(
        receive => receive(message),
        () => {
          changes = undefined
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
