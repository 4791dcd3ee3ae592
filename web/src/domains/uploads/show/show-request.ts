import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { createStore } from '#web/platform/listeners/listeners.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'

/** The upload batches whose photos the timeline is asked to show. */
export const showRequest = createStore<readonly string[] | undefined>(undefined)

/** 'Show': opens the timeline at the photos of upload batches, which are marked there. */
export function useShowPhotos(): (batchIds: readonly string[]) => void {
  const router = useRouter()
  return useCallback(
    batchIds => {
      showRequest.set(batchIds)
      void router.navigate({ to: PATHS.photos })
    },
    [router],
  )
}
