import type { QueryClient } from '@tanstack/react-query'
import {
  type Album,
  addAlbumPhotos,
  createAlbum as createCall,
  deleteAlbum as deleteCall,
  removeAlbumPhoto,
  removeAlbumPhotos,
  updateAlbum,
} from '#contract/albums.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Image } from '#contract/photos.ts'
import { deleteSharedAlbum as deleteSharedCall } from '#contract/shared-albums.ts'
import { photoKeys } from '#web/domains/photos/index.ts'
import type { PhotoTargets } from '#web/gallery/index.ts'
import { beginOptimisticUpdate, trackRemoval } from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'
import { type ChunkOptions, runInChunks } from '#web/platform/http/chunks.ts'
import { isNotFound } from '#web/platform/http/http-failure.ts'
import {
  invalidateAlbumLists,
  invalidateAlbums,
  removeCachedAlbum,
  removePhotosFromCachedAlbum,
  updateCachedAlbum,
} from './album-cache.ts'
import { albumKeys } from './album-queries.ts'

type Progress = Pick<ChunkOptions, 'onProgress' | 'sleep'>

/** Makes an empty album. With the same `albumId` a second try after a lost answer makes no second album. */
export async function createAlbum(queries: QueryClient, name: string, albumId: string): Promise<void> {
  await call(createCall, { body: { name, albumId } })
  invalidateAlbums(queries)
}

/** Renames an album: the new name shows at once, the old one again if it fails (PL-078). */
export function renameAlbum(queries: QueryClient, id: string, name: string): Promise<void> {
  return changed(queries, id, album => ({ ...album, albumName: name.trimEnd() }), { name })
}

/** Chooses an album's cover, at once as well; null: its first photo is the cover again. */
export function setCover(queries: QueryClient, id: string, cover: Image | null): Promise<void> {
  const chosen = { coverChosen: cover !== null, ...(cover && { coverPhoto: cover }) }
  return changed(queries, id, album => ({ ...album, ...chosen }), { coverPhotoId: cover?.imageId ?? null })
}

/** Deletes an album, not its photos. One that is gone already counts as done. */
export async function deleteAlbum(queries: QueryClient, id: string): Promise<void> {
  await gone(id, () => call(deleteCall, { params: { id } }))
  removeCachedAlbum(queries, beginOptimisticUpdate(queries, photoKeys.albums), id, 'albumsCount')
  invalidateAlbumLists(queries)
}

/** Ends a shared album as its owner, or leaves it (PL-177). */
export async function deleteSharedAlbum(
  queries: QueryClient,
  id: string,
  role: 'owner' | 'participant',
): Promise<void> {
  await gone(id, () => call(deleteSharedCall, { params: { id } }))
  const counted = role === 'owner' ? 'albumsCount' : 'readAlbumsCount'
  removeCachedAlbum(queries, beginOptimisticUpdate(queries, photoKeys.albums), id, counted)
  invalidateAlbumLists(queries)
}

async function gone(id: string, remove: () => Promise<unknown>): Promise<void> {
  deleting.add(id)
  try {
    await remove()
  } catch (error) {
    deleting.delete(id)
    if (!isNotFound(error)) throw error
  }
}

/** Whether this page deletes, or has deleted, the album: then nobody has to be told that it is gone. */
export function isDeletingAlbum(id: string): boolean {
  return deleting.has(id)
}

const deleting = new Set<string>()

/** Makes a deleted album again, with its name, photos and cover. */
export async function restoreAlbum(
  queries: QueryClient,
  album: Album,
  photoIds: readonly string[],
): Promise<void> {
  const { albumId: id, albumName: name, coverChosen, coverPhoto } = album
  deleting.delete(id)
  try {
    await call(createCall, { body: { name, albumId: id } })
    if (photoIds.length > 0)
      await addPhotos(queries, id, { count: photoIds.length, ids: async () => [...photoIds] })
    if (coverChosen && coverPhoto)
      await call(updateAlbum, { params: { id }, body: { coverPhotoId: coverPhoto.imageId } })
  } finally {
    invalidateAlbums(queries, id)
  }
}

/**
 * Copies photos into an album: those chosen by rule in one call whatever their number, single ones in chunks of 100
 * with retries (PL-101, OP-19). Rejects when some are not in it; those that came in stay.
 */
export async function addPhotos(
  queries: QueryClient,
  id: string,
  targets: PhotoTargets,
  options: Progress = {},
): Promise<void> {
  const add = (body: Input<typeof addAlbumPhotos>['body']) => call(addAlbumPhotos, { params: { id }, body })
  const selection = targets.rule?.()
  try {
    if (selection) await add({ selection })
    else await runInChunks(await targets.ids(), photoIds => add({ photoIds }).then(NONE_FAILED), options)
  } finally {
    invalidateAlbums(queries, id)
  }
}

/**
 * Takes photos out of an album, not out of the library. Photos named by id leave at once and come back in their places if
 * it fails; one goes by its own address (PL-169), several in chunks with retries (PL-101). All but some go by rule.
 */
export async function removePhotos(
  queries: QueryClient,
  id: string,
  photos: { ids: readonly string[] } | { allExcept: string[] },
  options: Progress = {},
): Promise<void> {
  const optimistic = beginOptimisticUpdate(queries)
  if ('ids' in photos) removePhotosFromCachedAlbum(queries, optimistic, id, new Set(photos.ids))
  try {
    await trackRemoval(queries, () => remove(id, photos, options))
  } catch (error) {
    optimistic.rollback()
    throw error
  } finally {
    invalidateAlbums(queries, id)
  }
}

async function remove(id: string, photos: Parameters<typeof removePhotos>[2], options: Progress) {
  const params = { id }
  if ('allExcept' in photos) {
    await call(removeAlbumPhotos, { params, body: photos })
    return
  }
  const [only] = photos.ids
  if (photos.ids.length === 1 && only !== undefined) return removeOne(id, only)
  await runInChunks(
    photos.ids,
    photoIds => call(removeAlbumPhotos, { params, body: { photoIds } }).then(NONE_FAILED),
    options,
  )
}

/** The services answer with counts, not with what failed: a call is done as a whole or not at all. */
const NONE_FAILED = () => ({ failed: [] })

/** What is not in the album any more is where it was to go. */
async function removeOne(id: string, photoId: string) {
  try {
    await call(removeAlbumPhoto, { params: { id, photoId } })
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
}

async function changed(
  queries: QueryClient,
  id: string,
  to: (album: Album) => Album,
  body: Input<typeof updateAlbum>['body'],
): Promise<void> {
  const optimistic = beginOptimisticUpdate(queries, photoKeys.albums)
  updateCachedAlbum(queries, optimistic, id, to)
  try {
    queries.setQueryData(albumKeys.album(id), await call(updateAlbum, { params: { id }, body }))
  } catch (error) {
    optimistic.rollback()
    throw error
  } finally {
    invalidateAlbums(queries)
  }
}
