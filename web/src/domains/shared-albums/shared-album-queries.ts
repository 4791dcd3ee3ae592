import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
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
import { callQuery } from '#web/platform/query/call-query.ts'

/** Query keys. They start with the key of albums: invalidating albums includes them. */
const sharedAlbumKeys = {
  list: [...albumKeys.lists, 'with-me'] as const,
  album: (id: string) => [...photoKeys.albums, 'shared', id] as const,
  participants: (id: string) => [...photoKeys.albums, 'shared', id, 'participants'] as const,
}

/** Albums that others share with the customer, page by page. */
export const sharedWithMeQuery = infiniteQueryOptions({
  queryKey: sharedAlbumKeys.list,
  queryFn: ({ pageParam: cursor, signal }) =>
    call(getSharedAlbums, { query: { limit: SHARED_ALBUMS_PAGE, cursor } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: SharedAlbumPage) => last.cursor,
  staleTime: getAddressStaleTime,
})

/** One shared album, with the entry of a cached list as placeholder. */
export const sharedAlbumQuery = (queries: QueryClient, id: string) =>
  callQuery(sharedAlbumKeys.album(id), getSharedAlbum, {
    params: { id },
    placeholderData: () => findAlbumInLists(queries, id),
    staleTime: ALBUM_STALE_MS,
  })

/** Members of the album that the customer may see . */
export const participantsQuery = (id: string) =>
  callQuery(sharedAlbumKeys.participants(id), getParticipants, { params: { id } })

/** Returns the album's photos in one order. */
export function createSharedAlbumList(id: string, sort: Sort): PhotoList {
  return createAlbumList(id, sort, SHARED_ALBUM, sharedAlbumKeys.album(id))
}

const SHARED_ALBUM: AlbumEndpoints = {
  kind: 'shared',
  photos: getSharedAlbumPhotos,
  index: getSharedAlbumIndex,
  photo: getSharedAlbumPhoto,
}

/** Finds an album in the cached lists: own shared albums are in those of own albums, others in sharedWithMeQuery. */
function findAlbumInLists(queries: QueryClient, id: string): SharedAlbum | undefined {
  const lists = queries.getQueriesData<{ pages: (AlbumPage | SharedAlbumPage)[] }>({
    queryKey: albumKeys.lists,
  })
  const albums = lists.flatMap(([, list]) => list?.pages.flatMap(page => [...page.albums]) ?? [])
  const album = albums.find(({ albumId }) => albumId === id)
  return album && ('ownerId' in album ? album : { ...album, ownerId: album.userId })
}
