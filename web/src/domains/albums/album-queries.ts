import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import {
  ALBUMS_FIRST_PAGE,
  ALBUMS_PAGE,
  type Album,
  type AlbumPage,
  getAlbum,
  getAlbums,
} from '#contract/albums.ts'
import { photoKeys } from '#web/domains/photos/index.ts'
import { getAddressStaleTime } from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'
import { callQuery } from '#web/platform/query/call-query.ts'
import type { AlbumSort } from './album-sort.ts'

/** Query keys of albums. They start with the key of photos: invalidating photos includes albums. */
export const albumKeys = {
  lists: [...photoKeys.albums, 'list'] as const,
  album: (id: string) => [...photoKeys.albums, 'album', id] as const,
}

/**
 * Own albums page by page. The first page is one smaller than the others, because of the 'New album' tile. `shared` includes albums the customer has shared.
 */
export const albumsQuery = (sort: AlbumSort, shared: boolean) =>
  infiniteQueryOptions({
    queryKey: [...albumKeys.lists, `${sort.key} ${sort.order}`, shared] as const,
    queryFn: ({ pageParam: cursor, signal }) =>
      call(
        getAlbums,
        {
          query: {
            sortKey: sort.key,
            sortOrder: sort.order,
            displaySharedData: shared,
            limit: cursor === undefined ? ALBUMS_FIRST_PAGE : ALBUMS_PAGE,
            cursor,
          },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: AlbumPage) => last.cursor,
    staleTime: getAddressStaleTime,
  })

/** One album, with the entry of a cached list as placeholder. */
export const albumQuery = (queries: QueryClient, id: string) =>
  callQuery(albumKeys.album(id), getAlbum, {
    params: { id },
    placeholderData: () => findAlbumInLists(queries, id),
    staleTime: ALBUM_STALE_MS,
  })

/** Well below the hour for which the address of its cover is valid. */
export const ALBUM_STALE_MS = 25 * 60_000

function findAlbumInLists(queries: QueryClient, id: string): Album | undefined {
  const lists = queries.getQueriesData<{ pages: AlbumPage[] }>({ queryKey: albumKeys.lists })
  for (const [, list] of lists)
    for (const { albums } of list?.pages ?? []) {
      const album = albums.find(({ albumId }) => albumId === id)
      if (album) return album
    }
  return undefined
}
