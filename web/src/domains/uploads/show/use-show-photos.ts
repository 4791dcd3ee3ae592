import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { showRequest } from './show-request.ts'

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
