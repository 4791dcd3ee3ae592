import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useMemo } from 'react'
import type { DeletedImage } from '#contract/photos.ts'
import type { UnderlyingPhotos } from '#web/gallery/index.ts'
import { binQuery } from './bin-queries.ts'

/**
 * Returns the photos of the bin for the preview above it, in the order of the page. `count` is how many there are, loaded or not;
 * pages are loaded until they contain what is asked for.
 */
export function useBinPhotos(
  grid: RefObject<HTMLElement | null>,
  photos: readonly DeletedImage[],
  { count, status, fetchNextPage }: BinOfPage,
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
          (await loadUntil(queries, fetchNextPage, (_, place) => place === index))[index] ?? null,
        peek: index => photos[index],
      },
      refetchPhoto: async imageId => {
        await queries.refetchQueries({ queryKey: binQuery().queryKey, exact: true }, { throwOnError: true })
        return loadedPhotos(queries).find(image => image.imageId === imageId) ?? null
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

interface BinOfPage {
  count: number
  status: UnderlyingPhotos['status']
  fetchNextPage: FetchNextPage
}

type Page = { images: DeletedImage[]; cursor: string | null }

const loadedPages = (queries: QueryClient): readonly Page[] =>
  queries.getQueryData<InfiniteData<Page>>(binQuery().queryKey)?.pages ?? []

const loadedPhotos = (queries: QueryClient): DeletedImage[] =>
  loadedPages(queries).flatMap(({ images }) => images)

/** Calls in a row without a further page: a call that joins a running refetch brings none. */
const MAX_CALLS_WITHOUT_PAGE = 3

/** Loads the loaded photos, after loading as many pages as are needed for one that matches. Rejects when a page fails. */
async function loadUntil(
  queries: QueryClient,
  fetchNextPage: FetchNextPage,
  matches: (image: DeletedImage, index: number) => boolean,
): Promise<DeletedImage[]> {
  for (let calls = 0; calls < MAX_CALLS_WITHOUT_PAGE; calls++) {
    const pages = loadedPages(queries)
    const photos = loadedPhotos(queries)
    if (photos.some(matches) || !pages.at(-1)?.cursor) return photos
    const { isError, error } = await fetchNextPage({ cancelRefetch: false })
    if (isError) throw error
    if (loadedPages(queries).length > pages.length) calls = -1
  }
  return loadedPhotos(queries)
}
