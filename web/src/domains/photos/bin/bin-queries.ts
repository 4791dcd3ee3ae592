import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { erasePhotos as eraseCall, getDeletedPhotos, getErasureLimit } from '#contract/photos.ts'
import { getAddressStaleTime } from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'
import { type ChunkOptions, runInChunks } from '#web/platform/http/chunks.ts'
import { readPages } from '#web/platform/http/read-pages.ts'
import { callQuery } from '#web/platform/query/call-query.ts'
import { photoKeys } from '../queries.ts'

/** Photos per page of the screen. */
const BIN_PAGE_SIZE = 100
/** Photos per page where only the ids are needed: the largest page the service allows. */
const IDS_PAGE = 500

/** 'Recently deleted', newest first. Its key starts with the library's: invalidating the library includes it. */
export const binQuery = () =>
  infiniteQueryOptions({
    queryKey: [...photoKeys.all, 'bin'],
    queryFn: ({ pageParam, signal }) => fetchBinPage(BIN_PAGE_SIZE, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.cursor,
    staleTime: getAddressStaleTime,
  })

/** Fetches the ids of all photos in the bin, page by page. */
export async function fetchDeletedIds(): Promise<string[]> {
  const pages = await readPages(({ cursor }) => fetchBinPage(IDS_PAGE, cursor))
  return pages.flatMap(page => page.images.map(({ imageId }) => imageId))
}

/** Deletes photos of the bin permanently; resolves with how many of them wait. Rejects with BulkFailure if some could not be deleted. */
export async function erasePhotos(
  queries: QueryClient,
  ids: readonly string[],
  { when, ...options }: Pick<ChunkOptions, 'onProgress' | 'sleep'> & { when: ErasureTime },
): Promise<{ delayed: number }> {
  let delayed = 0
  const erase = async (photoIds: string[], signal?: AbortSignal) => {
    const { failed, effectiveAt } = await call(eraseCall, { body: { photoIds, when } }, { signal })
    if (effectiveAt !== null) delayed += photoIds.length - failed.length
    return { failed }
  }
  try {
    await runInChunks(ids, erase, options)
    return { delayed }
  } finally {
    void queries.invalidateQueries({ queryKey: photoKeys.all })
  }
}

/** When photos are deleted for ever: 'usual' at once, 'later' what is unusual, 'now' without waiting. */
export type ErasureTime = 'usual' | 'later' | 'now'

/** How many photos are deleted for ever at once; read anew by each dialog. */
export const erasureLimitQuery = callQuery([...photoKeys.all, 'erasure-limit'], getErasureLimit, {
  staleTime: 0,
  gcTime: 0,
})

function fetchBinPage(limit: number, cursor: string | undefined, signal?: AbortSignal) {
  return call(getDeletedPhotos, { query: { limit, cursor } }, { signal })
}
