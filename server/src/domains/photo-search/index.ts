import type { z } from 'zod'
import type { Answer } from '#contract/endpoint.ts'
import { FILTER_FIELDS, type PhotoFilter, pickFilter } from '#contract/filter-query.ts'
import {
  getPhotoProducts,
  PHOTO_ALBUMS_MAX,
  PHOTO_PRODUCTS_MAX,
  type PhotoProduct,
  type PhotoProducts,
} from '#contract/photo-products.ts'
import type { getSearchLabels, getSearchRelaxations, getSearchTimeline } from '#contract/photo-search.ts'
import * as contract from '#contract/photo-search.ts'
import type { photoSelection } from '#contract/photo-selection.ts'
import { getSearchSuggestions } from '#contract/search-suggestions.ts'
import { type Context, memoizePerContext } from '../../context.ts'
import { defineDomain } from '../../domain.ts'
import { type Call, type Route, route } from '../../http/route.ts'
import { KeyedSemaphore } from '../../platform/fair-semaphore.ts'
import { listNamesOfAlbums, listSelectedPhotoIds } from '../albums/index.ts'
import { findOrderedProducts, listPhotosOfOrders } from '../orders/index.ts'
import {
  countFoundByMonth,
  findAvailablePhotoIds,
  readFactsProgress,
  toCalendarMonth,
  UNKNOWN_MONTH,
} from '../photos/index.ts'
import { listPhotosOfProjects } from '../projects/index.ts'
import { listPhotosOfWidgets } from '../widgets/index.ts'
import { loadFacets } from './facets.ts'
import {
  answerFromFilter,
  compileFilterOfCall,
  countEach,
  getFoundMonthIndex,
  getFoundMonthPage,
  getFoundPage,
} from './found-photos.ts'
import { suggestSearches } from './suggestions.ts'

const countPhotos = (rows: readonly PhotoRef[]) => new Set(rows.map(({ photo_id }) => photo_id)).size

const photoSearchRoutes: readonly Route[] = [
  route(getSearchSuggestions, suggestSearches),
  route(contract.searchPhotos, getFoundPage),
  route(contract.getSearchTimeline, getFoundTimeline),
  route(contract.getSearchMonthPage, getFoundMonthPage),
  route(contract.getSearchMonthIndex, getFoundMonthIndex),
  route(contract.getSearchRelaxations, findRelaxations),
  route(contract.getSearchLabels, listLabels),
  route(getPhotoProducts, ({ ctx, caller, body, origin }) =>
    findPhotoProducts(ctx, { accountId: caller.accountId, origin }, body.selection),
  ),
]

/** Search of photos by filters, which reads facts of photos only, and the products that contain a photo. */
export const photoSearch = defineDomain({
  name: 'photo-search',
  dependsOn: ['photos', 'places', 'orders', 'projects', 'widgets', 'albums'],
  routes: photoSearchRoutes,
})

/** Returns what the ids of a filter are called; ids that are not the caller's have no label. */
async function listLabels({
  ctx,
  caller,
  query,
}: Call<typeof getSearchLabels>): Promise<Answer<typeof getSearchLabels>> {
  const facets = await loadFacets(ctx, caller.accountId, query.locale)
  return {
    labels: facets.flatMap(({ field, value, label }) =>
      query[field]?.includes(value) ? [{ field, value, label }] : [],
    ),
  }
}

/** Counts what a filter would find without each of its fields, most photos first, and among the photos without a date. */
function findRelaxations(call: Call<typeof getSearchRelaxations>) {
  const { ctx, caller, query } = call
  return answerFromFilter(call, () =>
    getTurns(ctx).run(caller.accountId, new AbortController().signal, () =>
      countRelaxations(ctx, caller.accountId, query),
    ),
  )
}

/** Counts of an account that are made at a time; each costs as much as a search for each field of its filter. */
const COUNTS_PER_ACCOUNT = 2

const getTurns = memoizePerContext(() => new KeyedSemaphore(COUNTS_PER_ACCOUNT))

async function countRelaxations(
  ctx: Context,
  accountId: string,
  query: PhotoFilter,
): Promise<Answer<typeof getSearchRelaxations>> {
  const filter = pickFilter(query)
  const fields = FILTER_FIELDS.filter(field => filter[field] !== undefined)
  const { date, days, undated: _undated, ...undatedFilter } = filter
  const counts = await countEach(ctx, accountId, [
    ...fields.map(field => ({ ...filter, [field]: undefined })),
    ...((date ?? days) ? [{ ...undatedFilter, undated: 'true' }] : []),
  ])
  return {
    relaxations: fields
      .map((without, i) => ({ without, photos: counts[i]! }))
      .filter(({ photos }) => photos > 0)
      .sort((a, b) => b.photos - a.photos),
    undated: counts[fields.length] ?? 0,
  }
}

/**
 * Finds the products that contain photos of the selection, or of the whole library without one, and the own albums that
 * contain photos of the selection. Photos that the retailer names and that are not in the account's own library are
 * ignored, so that an order reveals nothing about foreign photos.
 */
async function findPhotoProducts(
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

/** Lists codes of the products, newest first, each once. */
function listNewestCodes(rows: readonly { product_code: string; created_at: Date }[]): string[] {
  const sortedRows = rows.toSorted(
    (a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.product_code < b.product_code ? -1 : 1),
  )
  return [...new Set(sortedRows.map(({ product_code }) => product_code))]
}

/** Returns the months of the photos that a filter finds, newest first; those without a date are a month of their own at the end. */
function getFoundTimeline(call: Call<typeof getSearchTimeline>) {
  const { ctx, caller, query } = call
  return answerFromFilter(call, async (): Promise<Answer<typeof getSearchTimeline>> => {
    const filter = await compileFilterOfCall(call)
    const counts = await countFoundByMonth(ctx.db, caller.accountId, filter, query.groupBy)
    const progress = await readFactsProgress(ctx.db, caller.accountId)
    const isUndated = (month: number) => query.groupBy === 'dateTaken' && month === UNKNOWN_MONTH
    const sorted = counts.toSorted(
      (a, b) => Number(isUndated(a.month)) - Number(isUndated(b.month)) || b.month - a.month,
    )
    return {
      total: counts.reduce((sum, { photos }) => sum + photos, 0),
      months: sorted.map(({ month, photos }) => ({
        ...toCalendarMonth(month),
        undated: isUndated(month),
        photos,
      })),
      ...(progress && { progress }),
    }
  })
}
