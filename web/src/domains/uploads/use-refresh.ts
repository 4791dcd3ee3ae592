import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { photoKeys } from '#web/domains/photos/index.ts'

/** Fetches timeline, user and latest-uploaded data anew (PL-043): all lie below the library's key. */
export function useRefresh(): () => void {
  const queries = useQueryClient()
  return useCallback(() => void queries.invalidateQueries({ queryKey: photoKeys.all }), [queries])
}
