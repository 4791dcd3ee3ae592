import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Album, AlbumPage } from '#contract/albums.ts'
import type { LibraryTotals } from '#contract/photos.ts'
import type { SharedAlbumsSummary } from '#contract/shared-albums-summary.ts'
import { photoKeys } from '#web/domains/photos/index.ts'
import type { OptimisticUpdate } from '#web/gallery/index.ts'
import { isAlbumList } from './album-list.ts'
import { albumKeys } from './album-queries.ts'

/** Applies `change` to an album in the cache, in its own query and in lists. */
export function updateCachedAlbum(
  queries: QueryClient,
  { update }: OptimisticUpdate,
  id: string,
  change: (album: Album) => Album,
): void {
  update<Album>(albumKeys.album(id), change)
  updateCachedLists(queries, update, albums => {
    const index = albums.findIndex(({ albumId }) => albumId === id)
    return index < 0 ? albums : albums.with(index, change(albums[index]!))
  })
}

/** Removes an album from all cached lists and subtracts it from `counter`: own albums, or albums shared by others. */
export function removeCachedAlbum(
  queries: QueryClient,
  { update }: OptimisticUpdate,
  id: string,
  counter: 'albumsCount' | 'readAlbumsCount',
): void {
  updateCachedLists(queries, update, albums => {
    const remainingAlbums = albums.filter(({ albumId }) => albumId !== id)
    return remainingAlbums.length === albums.length ? albums : remainingAlbums
  })
  const decrement = (count: number) => Math.max(0, count - 1)
  if (counter === 'albumsCount')
    update<LibraryTotals>(photoKeys.totals, totals => ({
      ...totals,
      albumsCount: decrement(totals.albumsCount),
    }))
  else
    update<SharedAlbumsSummary>(photoKeys.sharedAlbums, summary => ({
      ...summary,
      readAlbumsCount: decrement(summary.readAlbumsCount),
    }))
}

/** Removes all queries of an album, shared or not. Its page must be unmounted: it would refetch them. */
export function removeAlbumQueries(queries: QueryClient, id: string): void {
  queries.removeQueries({ queryKey: photoKeys.albums, predicate: ({ queryKey }) => queryKey.includes(id) })
}

/** Cancels all running requests of an album's page. */
export function cancelAlbumQueries(queries: QueryClient, id: string): Promise<void> {
  return queries.cancelQueries({
    queryKey: photoKeys.all,
    predicate: ({ queryKey }) => queryKey.includes(id) || isAlbumList(id, String(queryKey[2])),
  })
}

/** Removes photos from the cached pages of an album; later photos move up. */
export function removePhotosFromCachedPages(
  { removePhotos }: OptimisticUpdate,
  id: string,
  photoIds: ReadonlySet<string>,
): void {
  removePhotos(photoIds, list => isAlbumList(id, list))
}

/** Removes photos from the cached pages of an album, from its count and as its cover. */
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

/** Invalidates lists of albums and totals, but no single album: the page of a deleted one would refetch it and fail. */
export function invalidateAlbumLists(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: albumKeys.lists })
  void queries.invalidateQueries({ queryKey: photoKeys.totals })
  void queries.invalidateQueries({ queryKey: photoKeys.sharedAlbums })
}

/**
 * Invalidates everything about albums, and the pages of album `id`: mounted queries are refetched, others when shown.
 */
export function invalidateAlbums(queries: QueryClient, id?: string): void {
  void queries.invalidateQueries({ queryKey: photoKeys.albums })
  void queries.invalidateQueries({ queryKey: photoKeys.totals })
  if (id === undefined) return
  void queries.invalidateQueries({
    queryKey: photoKeys.pages,
    predicate: ({ queryKey }) => isAlbumList(id, String(queryKey[2])),
  })
}

function updateCachedLists(
  queries: QueryClient,
  update: OptimisticUpdate['update'],
  change: (albums: Album[]) => Album[],
): void {
  for (const [key] of queries.getQueriesData({ queryKey: albumKeys.lists }))
    update<InfiniteData<AlbumPage>>(key, list => {
      const pages = list.pages.map(page => {
        const albums = change(page.albums)
        return albums === page.albums ? page : { ...page, albums }
      })
      return pages.every((page, index) => page === list.pages[index]) ? list : { ...list, pages }
    })
}
