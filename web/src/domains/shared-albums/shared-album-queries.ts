import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AlbumPage } from '#contract/albums.ts'
import {
  getParticipants,
  getSharedAlbum,
  getSharedAlbumIndex,
  getSharedAlbumPhoto,
  getSharedAlbumPhotos,
  getSharedAlbums,
  SHARED_ALBUMS_PAGE,
  type SharedAlbum,
  type SharedAlbumPage,
} from '#contract/shared-albums.ts'
import { ALBUM_STALE_MS, type AlbumEndpoints, albumKeys, createAlbumList } from '#web/domains/albums/index.ts'
import { photoKeys } from '#web/domains/photos/index.ts'
import { getAddressStaleTime, type PhotoList, type Sort } from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'

/** They start with the key of albums: invalidating albums includes them. */
const sharedKeys = {
  list: [...albumKeys.lists, 'with-me'] as const,
  album: (id: string) => [...photoKeys.albums, 'shared', id] as const,
  participants: (id: string) => [...photoKeys.albums, 'shared', id, 'participants'] as const,
}

/** Albums that others share with the customer, page by page (OP-16). */
export const sharedWithMeQuery = infiniteQueryOptions({
  queryKey: sharedKeys.list,
  queryFn: ({ pageParam: cursor, signal }) =>
    call(
      getSharedAlbums,
      { query: { limit: SHARED_ALBUMS_PAGE, ...(cursor === null ? {} : { cursor }) } },
      { signal },
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last: SharedAlbumPage) => last.cursor,
  staleTime: getAddressStaleTime,
})

/** One shared album, with the entry of a cached list as placeholder. */
export function sharedAlbumQuery(queries: QueryClient, id: string) {
  return queryOptions({
    queryKey: sharedKeys.album(id),
    queryFn: ({ signal }) => call(getSharedAlbum, { params: { id } }, { signal }),
    placeholderData: () => albumInLists(queries, id),
    staleTime: ALBUM_STALE_MS,
  })
}

/** Members of the album that the customer may see (OP-17). */
export function participantsQuery(id: string) {
  return queryOptions({
    queryKey: sharedKeys.participants(id),
    queryFn: ({ signal }) => call(getParticipants, { params: { id } }, { signal }),
  })
}

/** Returns the album's photos in one order. */
export function createSharedAlbumList(id: string, sort: Sort): PhotoList {
  return createAlbumList(id, sort, SHARED_ALBUM, sharedKeys.album(id))
}

const SHARED_ALBUM: AlbumEndpoints = {
  kind: 'shared',
  photos: getSharedAlbumPhotos,
  index: getSharedAlbumIndex,
  photo: getSharedAlbumPhoto,
}

/** Own shared albums are in the lists of own albums, those of others in the list of sharedWithMeQuery. */
function albumInLists(queries: QueryClient, id: string): SharedAlbum | undefined {
  const lists = queries.getQueriesData<{ pages: (AlbumPage | SharedAlbumPage)[] }>({
    queryKey: albumKeys.lists,
  })
  const albums = lists.flatMap(([, list]) => list?.pages.flatMap(page => [...page.albums]) ?? [])
  const album = albums.find(({ albumId }) => albumId === id)
  return album && ('ownerId' in album ? album : { ...album, ownerId: album.userId })
}
