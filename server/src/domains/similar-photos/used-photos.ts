import type { Context, Reader } from '../../context.ts'
import { listPhotosInSharedAlbums } from '../albums/index.ts'
import { listOpenOrders, listPhotosOfOrders } from '../orders/index.ts'
import { listPhotosOfProjects } from '../projects/index.ts'
import { listPhotosOfWidgets } from '../widgets/index.ts'

/** What a photo is part of; `title` is that of a project. */
export interface PhotoUse {
  kind: 'project' | 'widget' | 'order' | 'shared-album'
  title: string | null
}

/**
 * Finds which of the photos are in saved projects, widgets, orders that are not over yet, or shared albums: they start as
 * 'Keep', and a decision about all groups leaves them out.
 */
export async function findUsedPhotos(
  ctx: Context,
  db: Reader,
  accountId: string,
  photoIds: readonly string[],
): Promise<Map<string, PhotoUse>> {
  if (photoIds.length === 0) return new Map()
  const ordered = await listPhotosOfOpenOrders(ctx, db, accountId, photoIds)
  const shared = await listPhotosInSharedAlbums(db, accountId, photoIds)
  const widgets = await listPhotosOfWidgets(db, accountId, photoIds)
  const projects = await listPhotosOfProjects(db, accountId, ctx.clock.now(), photoIds)
  const uses: [string, PhotoUse][] = [
    ...shared.map(photoId => [photoId, { kind: 'shared-album', title: null }] as [string, PhotoUse]),
    ...ordered.map(photoId => [photoId, { kind: 'order', title: null }] as [string, PhotoUse]),
    ...widgets.map(({ photo_id }) => [photo_id, { kind: 'widget', title: null }] as [string, PhotoUse]),
    ...projects.map(({ photo_id, title }) => [photo_id, { kind: 'project', title }] as [string, PhotoUse]),
  ]
  return new Map(uses)
}

async function listPhotosOfOpenOrders(
  ctx: Context,
  db: Reader,
  accountId: string,
  photoIds: readonly string[],
): Promise<string[]> {
  const ordered = await listPhotosOfOrders(db, accountId, photoIds)
  if (ordered.length === 0) return []
  const openCodes = new Set((await listOpenOrders(ctx, accountId)).map(({ order }) => order.superOrderCode))
  return ordered.flatMap(({ photo_id, order_code }) => (openCodes.has(order_code) ? [photo_id] : []))
}
