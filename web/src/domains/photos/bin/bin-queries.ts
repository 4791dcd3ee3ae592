import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { erasePhotos as eraseCall, getDeletedPhotos } from '#contract/photos.ts'
import { call } from '#web/platform/http/call.ts'
import { type ChunkOptions, runInChunks } from '#web/platform/http/chunks.ts'
import { photoKeys } from '../queries.ts'

/** Photos of the bin per page. */
const BIN_PAGE = 100
/** Ids are read in the largest pages there are. */
const IDS_PAGE = 500

/** 'Recently deleted', newest first (OP-91). Below the library's key: what changes the library makes it stale. */
export function binQuery() {
  return infiniteQueryOptions({
    queryKey: [...photoKeys.all, 'bin'],
    queryFn: ({ pageParam, signal }) => binPage(BIN_PAGE, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.cursor,
    // The addresses of its pictures end after an hour.
    staleTime: 60_000,
  })
}

/** The ids of all photos in the bin, with those no page in memory holds. */
export async function fetchDeletedIds(): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page = await binPage(IDS_PAGE, cursor)
    ids.push(...page.images.map(({ imageId }) => imageId))
    cursor = page.cursor
  } while (cursor !== null)
  return ids
}

/** Deletes photos of the bin for ever; rejects with BulkFailure if some are still there. */
export async function erasePhotos(
  queries: QueryClient,
  ids: readonly string[],
  options: Pick<ChunkOptions, 'onProgress' | 'sleep'> = {},
): Promise<void> {
  try {
    await runInChunks(ids, (photoIds, signal) => call(eraseCall, { body: { photoIds } }, { signal }), options)
  } finally {
    void queries.invalidateQueries({ queryKey: photoKeys.all })
  }
}

function binPage(limit: number, cursor: string | null, signal?: AbortSignal) {
  return call(getDeletedPhotos, { query: { limit, ...(cursor === null ? {} : { cursor }) } }, { signal })
}
