import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { albumsQuery } from './album-queries.ts'

/** All own albums, last changed first, for a list to choose from: they are loaded page by page. */
export function useAlbumOptions() {
  const albums = useInfiniteQuery(albumsQuery({ key: 'updated', order: 'desc' }, true))
  const { hasNextPage, isFetching, isError } = albums
  const loadNext = useEffectEvent(() => void albums.fetchNextPage())
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) loadNext()
  }, [hasNextPage, isFetching, isError])
  return {
    options: albums.data?.pages.flatMap(page => page.albums) ?? [],
    isPending: albums.isPending,
    /** Albums are missing in the list. */
    isError,
    retry: () => void (albums.isFetchNextPageError ? albums.fetchNextPage() : albums.refetch()),
  }
}
