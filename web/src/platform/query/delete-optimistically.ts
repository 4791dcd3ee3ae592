import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { nullIfNotFound } from '../http/null-if-absent.ts'

/**
 * Deletes something by `send` that is in all data below `queryKey`, from which `remove` takes it at once; a failure restores the data.
 * What is gone already (404), as on another device, is deleted.
 */
export async function deleteOptimistically<T>(
  queries: QueryClient,
  queryKey: QueryKey,
  remove: (data: T) => T,
  send: () => Promise<unknown>,
): Promise<void> {
  await queries.cancelQueries({ queryKey })
  const before = queries.getQueriesData<T>({ queryKey })
  queries.setQueriesData<T>({ queryKey }, data => data && remove(data))
  try {
    await nullIfNotFound(send())
  } catch (error) {
    for (const [key, data] of before) queries.setQueryData(key, data)
    throw error
  }
}
