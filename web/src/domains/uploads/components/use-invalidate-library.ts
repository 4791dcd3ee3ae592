import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { photoKeys } from '#web/domains/photos/index.ts'

/** Invalidates timeline, user and latest photos: all share the library's query key. */
export function useInvalidateLibrary(): () => void {
  const queries = useQueryClient()
  return useCallback(() => void queries.invalidateQueries({ queryKey: photoKeys.all }), [queries])
}
