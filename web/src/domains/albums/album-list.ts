import type { QueryClient } from '@tanstack/react-query'
import { ALBUM_SECTION, getAlbumIndex, getAlbumPhoto, getAlbumPhotos } from '#contract/albums.ts'
import { photoKeys } from '#web/domains/photos/index.ts'
import type { PhotoList, Sort } from '#web/domains/photos/pieces.ts'
import { call } from '#web/platform/http/call.ts'
import { albumKeys } from './album-queries.ts'

/** The only group of an album: all its photos. */
export const WHOLE = 'album'

/** The photos of an album in one order: one group, drawn in sections of 24 (PL-083). */
export function albumList(id: string, sort: Sort): PhotoList {
  const query = { sortKey: sort.key, sortOrder: sort.order }
  const params = { id }
  return {
    name: listName(id, `${sort.key} ${sort.order}`),
    sort,
    sections: ALBUM_SECTION,
    fetchPage: (_, limit, cursor, signal) =>
      call(
        getAlbumPhotos,
        { params, query: { ...query, limit, ...(cursor === null ? {} : { cursor }) } },
        { signal },
      ),
    fetchCursors: async (_, signal) => (await call(getAlbumIndex, { params, query }, { signal })).cursors,
    locate: async (queries, photoId) => ({ month: WHOLE, index: (await locate(queries, photoId)).position }),
    rule: groups => ({ albums: groups.map(({ except }) => ({ albumId: id, except })) }),
    counts: albumKeys.album(id),
  }

  function locate(queries: QueryClient, photoId: string) {
    return queries.fetchQuery({
      queryKey: photoKeys.photo(photoId, listName(id, `${sort.key} ${sort.order}`)),
      queryFn: ({ signal }) => call(getAlbumPhoto, { params: { id, photoId }, query }, { signal }),
    })
  }
}

/** Whether a list of that name shows the album, in any order. */
export function isOfAlbum(id: string, list: string): boolean {
  return list.startsWith(`${id} `)
}

const listName = (id: string, order: string) => `${id} ${order}`
