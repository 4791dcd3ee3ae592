import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useMemo } from 'react'
import type { DeletedImage } from '#contract/photos.ts'
import type { UnderlyingPhotos } from '#web/gallery/index.ts'
import { binQuery } from './bin-queries.ts'

/**
 * Returns the photos of the bin for the preview above it, in the order of the page. `count` includes photos that are
 * not loaded; pages are loaded until they contain the requested photo.
 */
export function useBinPhotos(
  grid: RefObject<HTMLElement | null>,
  photos: readonly DeletedImage[],
  { count, status, fetchNextPage }: LoadedBin,
): UnderlyingPhotos {
  const queries = useQueryClient()
  return useMemo(() => {
    const toTile = (id: string) =>
      grid.current?.querySelector<HTMLElement>(`[data-photo="${CSS.escape(id)}"]`) ?? undefined
    return {
      status,
      sequence: {
        total: count,
        indexOf: async imageId => {
          const index = (
            await loadUntil(queries, fetchNextPage, ({ imageId: id }) => id === imageId)
          ).findIndex(image => image.imageId === imageId)
          return index < 0 ? null : index
        },
        at: async index =>
          (await loadUntil(queries, fetchNextPage, (_, position) => position === index))[index] ?? null,
        peek: index => photos[index],
      },
      refetchPhoto: async imageId => {
        await queries.refetchQueries({ queryKey: binQuery().queryKey, exact: true }, { throwOnError: true })
        return getLoadedPhotos(queries).find(image => image.imageId === imageId) ?? null
      },
      revealPhoto: async imageId => {
        const tile = toTile(imageId)
        tile?.scrollIntoView({ block: 'nearest' })
        tile?.focus({ preventScroll: true })
        return tile !== undefined
      },
      findTile: toTile,
    }
  }, [queries, grid, photos, count, status, fetchNextPage])
}

type FetchNextPage = (options: { cancelRefetch: boolean }) => Promise<{ isError: boolean; error: unknown }>

interface LoadedBin {
  count: number
  status: UnderlyingPhotos['status']
  fetchNextPage: FetchNextPage
}

type Page = { images: DeletedImage[]; cursor: string | null }

const getLoadedPages = (queries: QueryClient): readonly Page[] =>
  queries.getQueryData<InfiniteData<Page>>(binQuery().queryKey)?.pages ?? []

const getLoadedPhotos = (queries: QueryClient): DeletedImage[] =>
  getLoadedPages(queries).flatMap(({ images }) => images)

/** Calls in a row without a further page: a call that joins a running refetch brings none. */
const MAX_CALLS_WITHOUT_PAGE = 3

/** Returns the loaded photos, after loading pages until one of them matches. Rejects when a page fails. */
async function loadUntil(
  queries: QueryClient,
  fetchNextPage: FetchNextPage,
  matches: (image: DeletedImage, index: number) => boolean,
): Promise<DeletedImage[]> {
  for (let calls = 0; calls < MAX_CALLS_WITHOUT_PAGE; calls++) {
    const pages = getLoadedPages(queries)
    const photos = getLoadedPhotos(queries)
    if (photos.some(matches) || !pages.at(-1)?.cursor) return photos
    const { isError, error } = await fetchNextPage({ cancelRefetch: false })
    if (isError) throw error
    if (getLoadedPages(queries).length > pages.length) calls = -1
  }
  return getLoadedPhotos(queries)
}
