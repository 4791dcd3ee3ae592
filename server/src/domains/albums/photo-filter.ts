import { sql } from 'kysely'
import type { PhotoFilter } from '#contract/filter-query.ts'
import type { Reader } from '../../context.ts'
import { listPhotosOfOrders, listPrintedPhotoIds } from '../orders/index.ts'
import { type CompiledFilter, compileFilter, type FilterLists, findYearSpan } from '../photos/index.ts'
import { arePlacesOn } from '../places/index.ts'
import { listPhotosOfProjects } from '../projects/index.ts'
import { listPhotosOfWidgets } from '../widgets/index.ts'
import { selectOwnPhotoIds } from './store/photo-pages.ts'

/**
 * Compiles a filter of the account's photos. Albums and products that are not the account's contain nothing,
 * and no place does while places are off (NX-215).
 */
export async function compilePhotoFilter(
  db: Reader,
  accountId: string,
  filter: PhotoFilter,
  now: Date,
): Promise<CompiledFilter> {
  const { within, without } = await findProductLists(db, accountId, filter, now)
  const albums = filter.album ? [selectOwnPhotoIds(accountId, filter.album)] : []
  const isPlaceOff = filter.place !== undefined && !(await arePlacesOn(db, accountId))
  const none = isPlaceOff ? [sql`select null::uuid as photo_id where false`] : []
  const span = filter.days ? await findYearSpan(db, accountId) : { first: 2000, last: 2000 }
  return compileFilter(filter, { within: [...none, ...albums, ...within], ...(without && { without }) }, span)
}

/**
 * Finds the photos of the fields product, project and printed of a filter, as the products of a photo count them (0082): orders
 * that have arrived, widgets of theirs, and saved projects. Photos of cancelled orders have the product, but are not printed. The
 * ids need not be in the library.
 */
async function findProductLists(
  db: Reader,
  accountId: string,
  { product, project, printed }: PhotoFilter,
  now: Date,
): Promise<FilterLists> {
  const within: string[][] = []
  if (product) within.push(await listPhotosOfProducts(db, accountId, product))
  if (project) {
    const photos = await listPhotosOfProjects(db, accountId, now, undefined)
    within.push(photos.filter(each => project.includes(each.project_id)).map(each => each.photo_id))
  }
  if (printed) {
    const printedIds = [...(await findPrintedPhotoIds(db, accountId))]
    if (printed === 'never') return { within: within.map(toQuery), without: printedIds }
    within.push(printedIds)
  }
  return { within: within.map(toQuery) }
}

/** Finds the photos in orders that have arrived and are not cancelled, and in widgets. The ids need not be in the library. */
export async function findPrintedPhotoIds(db: Reader, accountId: string): Promise<Set<string>> {
  const widgetPhotos = await listPhotosOfWidgets(db, accountId, undefined)
  return new Set([
    ...(await listPrintedPhotoIds(db, accountId)),
    ...widgetPhotos.map(({ photo_id }) => photo_id),
  ])
}

async function listPhotosOfProducts(
  db: Reader,
  accountId: string,
  codes: readonly string[],
): Promise<string[]> {
  const photos = [
    ...(await listPhotosOfOrders(db, accountId, undefined)),
    ...(await listPhotosOfWidgets(db, accountId, undefined)),
  ]
  return photos.filter(each => codes.includes(each.product_code)).map(each => each.photo_id)
}

const toQuery = (photoIds: readonly string[]) =>
  sql`select distinct photo_id from unnest(${photoIds}::uuid[]) as named (photo_id)`
