import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ALBUM_SECTION, getAlbumIndex, getAlbumPhoto, getAlbumPhotos } from '#contract/albums.ts'
import { photoKeys } from '#web/domains/photos/index.ts'
import type { Month, PhotoList, Sort } from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'
import { albumKeys } from './album-queries.ts'

/** Key of the only group of an album: all its photos. */
export const ALBUM_GROUP = 'album'

/** Returns the photos of an album in one order: one group, drawn in sections of 24. */
export function createOwnAlbumList(id: string, sort: Sort): PhotoList {
  return createAlbumList(id, sort, OWN_ALBUM, albumKeys.album(id))
}

/** The endpoints that serve an album's photos. */
export interface AlbumEndpoints {
  /** Distinguishes lists of the same album from different endpoints. */
  kind?: string
  photos: typeof getAlbumPhotos
  index: typeof getAlbumIndex
  photo: typeof getAlbumPhoto
}

const OWN_ALBUM: AlbumEndpoints = { photos: getAlbumPhotos, index: getAlbumIndex, photo: getAlbumPhoto }

/** Returns the photos of an album from the given endpoints; `counts` is the key of the query with their number. */
export function createAlbumList(
  id: string,
  sort: Sort,
  endpoints: AlbumEndpoints,
  counts: QueryKey,
): PhotoList {
  const query = { sortKey: sort.key, sortOrder: sort.order }
  const params = { id }
  const name = [id, endpoints.kind, sort.key, sort.order].filter(Boolean).join(' ')
  const fetchPhoto = (photoId: string, signal?: AbortSignal) =>
    call(endpoints.photo, { params: { id, photoId }, query }, { signal })
  return {
    name,
    sort,
    sections: ALBUM_SECTION,
    fetchPage: (_, limit, cursor, signal) =>
      call(
        endpoints.photos,
        { params, query: { ...query, limit, ...(cursor === null ? {} : { cursor }) } },
        { signal },
      ),
    fetchCursors: async (_, signal) => (await call(endpoints.index, { params, query }, { signal })).cursors,
    fetchPhoto: async (photoId, signal) => (await fetchPhoto(photoId, signal)).image,
    locate: async (queries: QueryClient, photoId) => {
      const { position } = await queries.fetchQuery({
        queryKey: photoKeys.photo(photoId, name),
        queryFn: ({ signal }) => fetchPhoto(photoId, signal),
      })
      return { month: ALBUM_GROUP, index: position }
    },
    rule: groups => ({ albums: groups.map(({ except }) => ({ albumId: id, except })) }),
    counts,
  }
}

/** Whether a list name is that of the album, in any order. */
export function isAlbumList(id: string, list: string): boolean {
  return list.startsWith(`${id} `)
}

/** Returns the album as the only group of the grid; no group while its count is 0 or unknown. */
export function useAlbumGroups(count: number | undefined): readonly Month[] {
  return useMemo(() => (count ? [{ key: ALBUM_GROUP, year: 0, month: 0, count }] : NO_GROUPS), [count])
}

const NO_GROUPS: readonly Month[] = []
