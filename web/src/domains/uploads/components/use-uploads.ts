import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { photoKeys } from '#web/domains/photos/index.ts'
import type { UploadEnvironment } from '../engine/upload-environment.ts'
import { createUploads, type Uploads } from '../engine/uploads.ts'

/** Uploads that are processed while the component is mounted. Later changes of the argument are ignored. */
export function useUploads(environment: () => UploadEnvironment): Uploads {
  const [uploads] = useState(() => createUploads(environment()))
  useEffect(() => {
    void uploads.start()
    return () => void uploads.stop()
  }, [uploads])
  return uploads
}

/** Invalidates timeline, user and latest photos: all share the library's query key. */
export function useInvalidateLibrary(): () => void {
  const queries = useQueryClient()
  return useCallback(() => void queries.invalidateQueries({ queryKey: photoKeys.all }), [queries])
}
