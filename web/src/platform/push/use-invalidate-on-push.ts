import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { LibraryPush } from '#contract/push.ts'
import { useLibraryPush } from './use-library-push.ts'

/** Reads what is below a key again after messages of these types, and when messages may have been missed. */
export function useInvalidateOnPush(queryKey: QueryKey, ...types: LibraryPush['type'][]): void {
  const queries = useQueryClient()
  useLibraryPush(({ type }) => {
    if (type === 'ready' || types.includes(type)) void queries.invalidateQueries({ queryKey })
  })
}
