import type { z } from 'zod'
import {
  PHOTO_ALBUMS_MAX,
  PHOTO_PRODUCTS_MAX,
  type PhotoProduct,
  type PhotoProducts,
} from '#contract/photo-products.ts'
import type { photoSelection } from '#contract/photo-selection.ts'
import type { Context } from '../../context.ts'
import { listNamesOfAlbums, listSelectedPhotoIds } from '../albums/index.ts'
import { findOrderedProducts, listPhotosOfOrders } from '../orders/index.ts'
import { findAvailablePhotoIds } from '../photos/index.ts'
import { listPhotosOfProjects } from '../projects/index.ts'
import { listPhotosOfWidgets } from '../widgets/index.ts'

/**
 * Finds the products that contain photos of the selection, or of the whole library without one, and the own albums that
 * contain photos of the selection. Photos that the retailer names and that are not in the account's own library are
 * ignored, so that an order reveals nothing about foreign photos.
 */
export async function findPhotoProducts(
  ctx: Context,
  { accountId, origin }: { accountId: string; origin: string },
  selection: z.output<typeof photoSelection> | undefined,
): Promise<PhotoProducts> {
  const { db } = ctx
  const selectedIds = selection && (await listSelectedPhotoIds(db, accountId, selection, ctx.clock.now()))
  const rowsByKind = {
    orders: await listPhotosOfOrders(db, accountId, selectedIds),
    widgets: await listPhotosOfWidgets(db, accountId, selectedIds),
    projects: await listPhotosOfProjects(db, accountId, ctx.clock.now(), selectedIds),
  }
  const albumNames = selectedIds ? await listNamesOfAlbums(db, accountId, selectedIds) : []
  const namedIds = new Set(Object.values(rowsByKind).flatMap(rows => rows.map(({ photo_id }) => photo_id)))
  const availableIds = await findAvailablePhotoIds(db, accountId, [...namedIds])
  const isAvailable = ({ photo_id }: PhotoRef) => availableIds.has(photo_id)
  const widgets = rowsByKind.widgets.filter(isAvailable)
  const orderedRows = [...rowsByKind.orders.filter(isAvailable), ...widgets]
  const projects = rowsByKind.projects.filter(isAvailable)
  const codes = listNewestCodes(orderedRows)
  const titleByProject = new Map(projects.map(({ project_id, title }) => [project_id, title]))
  const shownCodes = codes.slice(0, PHOTO_PRODUCTS_MAX)
  const products = await findOrderedProducts(ctx, accountId, origin, shownCodes)
  return {
    orderedPhotos: countPhotos(orderedRows),
    widgetPhotos: countPhotos(widgets),
    projectPhotos: countPhotos(projects),
    productsCount: codes.length + titleByProject.size,
    products: [
      ...shownCodes.flatMap((code): PhotoProduct[] => {
        const product = products.get(code)
        if (!product) return []
        const { title, orderCode, orderedAt } = product
        return [{ kind: 'order', code, title, orderCode, orderedAt }]
      }),
      ...[...titleByProject].map(([code, title]) => ({
        kind: 'project',
        code,
        title,
        orderCode: null,
        orderedAt: null,
      })),
    ].slice(0, PHOTO_PRODUCTS_MAX),
    albumsCount: albumNames.length,
    albumNames: albumNames.slice(0, PHOTO_ALBUMS_MAX),
  }
}

interface PhotoRef {
  photo_id: string
}

const countPhotos = (rows: readonly PhotoRef[]) => new Set(rows.map(({ photo_id }) => photo_id)).size

/** Lists codes of the products, newest first, each once. */
function listNewestCodes(rows: readonly { product_code: string; created_at: Date }[]): string[] {
  const sortedRows = rows.toSorted(
    (a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.product_code < b.product_code ? -1 : 1),
  )
  return [...new Set(sortedRows.map(({ product_code }) => product_code))]
}
