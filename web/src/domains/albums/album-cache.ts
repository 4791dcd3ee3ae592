import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Album, AlbumPage } from '#contract/albums.ts'
import type { LibraryTotals } from '#contract/photos.ts'
import type { SharedAlbumsSummary } from '#contract/shared-albums.ts'
import { photoKeys } from '#web/domains/photos/index.ts'
import type { OptimisticUpdate } from '#web/gallery/index.ts'
import { isOfAlbum } from './album-list.ts'
import { albumKeys } from './album-queries.ts'

/** Changes an album wherever the cache knows it: by itself and in lists. */
export function updateCachedAlbum(
  queries: QueryClient,
  { update }: OptimisticUpdate,
  id: string,
  to: (album: Album) => Album,
): void {
  update<Album>(albumKeys.album(id), to)
  changeLists(queries, update, albums => {
    const at = albums.findIndex(({ albumId }) => albumId === id)
    return at < 0 ? albums : albums.with(at, to(albums[at]!))
  })
}

/** Takes an album out of all lists and off the count it is in: one's own, or those of others. */
export function removeCachedAlbum(
  queries: QueryClient,
  { update }: OptimisticUpdate,
  id: string,
  counted: 'albumsCount' | 'readAlbumsCount',
): void {
  changeLists(queries, update, albums => {
    const left = albums.filter(({ albumId }) => albumId !== id)
    return left.length === albums.length ? albums : left
  })
  const less = (count: number) => Math.max(0, count - 1)
  if (counted === 'albumsCount')
    update<LibraryTotals>(photoKeys.totals, totals => ({ ...totals, albumsCount: less(totals.albumsCount) }))
  else
    update<SharedAlbumsSummary>(photoKeys.sharedAlbums, summary => ({
      ...summary,
      readAlbumsCount: less(summary.readAlbumsCount),
    }))
}

/** Nothing is known of the album any more, shared or not: its page, which must have been left, asks for it anew. */
export function removeAlbumQueries(queries: QueryClient, id: string): void {
  queries.removeQueries({ queryKey: photoKeys.albums, predicate: ({ queryKey }) => queryKey.includes(id) })
}

/** Takes photos out of the pages of an album; the following ones move up. */
export function removePhotosFromCachedPages(
  { removePhotos }: OptimisticUpdate,
  id: string,
  photoIds: ReadonlySet<string>,
): void {
  removePhotos(photoIds, list => isOfAlbum(id, list))
}

/** Takes photos out of an album: its pages close up, its count goes down. */
export function removePhotosFromCachedAlbum(
  queries: QueryClient,
  optimistic: OptimisticUpdate,
  id: string,
  photoIds: ReadonlySet<string>,
): void {
  removePhotosFromCachedPages(optimistic, id, photoIds)
  updateCachedAlbum(queries, optimistic, id, album => ({
    ...album,
    photosCount: Math.max(0, album.photosCount - photoIds.size),
    coverPhoto: album.coverPhoto && photoIds.has(album.coverPhoto.imageId) ? null : album.coverPhoto,
  }))
}

/** Lists of albums and the totals are old; the page of a deleted album does not ask for it any more. */
export function invalidateAlbumLists(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: albumKeys.lists })
  void queries.invalidateQueries({ queryKey: photoKeys.totals })
  void queries.invalidateQueries({ queryKey: photoKeys.sharedAlbums })
}

/** What is known of albums, and of the photos of this one, is old: asked for anew in view, elsewhere when it is shown. */
export function invalidateAlbums(queries: QueryClient, id?: string): void {
  void queries.invalidateQueries({ queryKey: photoKeys.albums })
  void queries.invalidateQueries({ queryKey: photoKeys.totals })
  if (id === undefined) return
  void queries.invalidateQueries({
    queryKey: photoKeys.pages,
    predicate: ({ queryKey }) => isOfAlbum(id, String(queryKey[2])),
  })
}

function changeLists(
  queries: QueryClient,
  update: OptimisticUpdate['update'],
  to: (albums: Album[]) => Album[],
): void {
  for (const [key] of queries.getQueriesData({ queryKey: albumKeys.lists }))
    update<InfiniteData<AlbumPage>>(key, list => {
      const pages = list.pages.map(page => {
        const albums = to(page.albums)
        return albums === page.albums ? page : { ...page, albums }
      })
      return pages.every((page, index) => page === list.pages[index]) ? list : { ...list, pages }
    })
}
