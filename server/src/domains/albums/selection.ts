import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { type PhotoFilter, splitNameWords } from '#contract/filter-query.ts'
import type { photoSelection } from '#contract/photo-selection.ts'
import { listTownNames } from '#locales/town-names.ts'
import type { Reader, Tx } from '../../context.ts'
import { Failure, notFound, requireFound } from '../../http/failure.ts'
import { listPhotosOfOrders, listPrintedPhotoIds } from '../orders/index.ts'
import {
  type CompiledFilter,
  compileFilter,
  type FilterLists,
  findYearSpan,
  hasNameWord,
  isInPlaces,
  listFoundPhotoIds,
  listPhotoIdsOfMonth,
  lockPhotosForShare,
  toMonthNumber,
} from '../photos/index.ts'
import { arePlacesOn, listTowns } from '../places/index.ts'
import { listPhotosOfProjects } from '../projects/index.ts'
import { listPhotosOfWidgets } from '../widgets/index.ts'
import { listAlbumNames } from './store/album-names.ts'
import { findAlbum } from './store/albums.ts'
import { listPhotoIdsOfAlbum, selectOwnPhotoIds } from './store/photo-pages.ts'

/** Photos by id, or a selection by rule. */
export type PhotoChoice = { photoIds: readonly string[] } | { selection: z.output<typeof photoSelection> }

/**
 * Locks the chosen photos so that none can be deleted before the transaction ends, and returns their ids. 404 if a
 * listed photo is not in the library; a selection by rule matches the photos of the library only. An album of the rule
 * that is not the caller's is 404, a shared one 403.
 */
export async function lockChosenPhotos(
  tx: Tx,
  accountId: string,
  photoChoice: PhotoChoice,
  now: Date,
): Promise<string[]> {
  if ('selection' in photoChoice)
    return lockPhotosForShare(
      tx,
      accountId,
      await listSelectedPhotoIds(tx.db, accountId, photoChoice.selection, now),
    )
  const requestedIds = [...new Set(photoChoice.photoIds)]
  const lockedIds = await lockPhotosForShare(tx, accountId, requestedIds)
  if (lockedIds.length < requestedIds.length) throw notFound('Photo')
  return lockedIds
}

/** Lists ids of a selection by rule; listed ids need not be in the library. Albums as in lockChosenPhotos. */
export async function listSelectedPhotoIds(
  db: Reader,
  accountId: string,
  { groupBy, months, albums, filters, photoIds }: z.output<typeof photoSelection>,
  now: Date,
): Promise<string[]> {
  const ids = new Set(photoIds)
  const add = (matchingIds: string[], except: string[]) => {
    const excludedIds = new Set(except)
    for (const id of matchingIds) if (!excludedIds.has(id)) ids.add(id)
  }
  for (const { except, ...month } of months)
    add(await listPhotoIdsOfMonth(db, accountId, month, groupBy), except)
  for (const { albumId, except } of albums) {
    const album = requireFound(await findAlbum(db, accountId, albumId), 'Album')
    if (album.shared) throw new Failure('forbidden', 'Photos of a shared album cannot be chosen')
    add(await listPhotoIdsOfAlbum(db, album), except)
  }
  for (const { filter, months, except } of filters) {
    const compiled = await compilePhotoFilter(db, accountId, filter, now)
    add(
      await listFoundPhotoIds(
        db,
        accountId,
        compiled,
        months && { groupBy, months: months.map(month => toMonthNumber(month, groupBy)) },
      ),
      except,
    )
  }
  return [...ids]
}

/**
 * Compiles a filter of the account's photos. Albums and products that are not the account's contain nothing,
 * and no place does while places are off.
 */
export async function compilePhotoFilter(
  db: Reader,
  accountId: string,
  filter: PhotoFilter,
  now: Date,
): Promise<CompiledFilter> {
  return (await compilePhotoFilters(db, accountId, [filter], now))[0]!
}

/** Compiles several filters; what they have in common is read once. */
export async function compilePhotoFilters(
  db: Reader,
  accountId: string,
  filters: readonly PhotoFilter[],
  now: Date,
): Promise<CompiledFilter[]> {
  const isPlaceOff = filters.some(({ place }) => place) && !(await arePlacesOn(db, accountId))
  const span = filters.some(({ days }) => days) ? await findYearSpan(db, accountId) : NO_SPAN
  const words = filters.flatMap(({ name }) => splitNameWords(name ?? ''))
  const named = words.length > 0 ? await findNamed(db, accountId, words) : new Map()
  const compiled: CompiledFilter[] = []
  for (const filter of filters) {
    const { within, without } = await findProductLists(db, accountId, filter, now)
    const albums = filter.album ? [selectOwnPhotoIds(accountId, filter.album)] : []
    const none = isPlaceOff && filter.place ? [sql`select null::uuid as photo_id where false`] : []
    compiled.push(compileFilter(filter, { within: [...none, ...albums, ...within], without, named }, span))
  }
  return compiled
}

/** Of filters without days of each year. */
const NO_SPAN = { first: 2000, last: 2000 }

/** Finds the albums and towns that have each word in their names, as conditions on their photos. */
async function findNamed(db: Reader, accountId: string, words: readonly string[]) {
  const albums = await listAlbumNames(db, accountId)
  const towns = await listTowns(db, accountId)
  const list = (word: string) => {
    const has = (name: string) => hasNameWord(name, word)
    const albumIds = albums.flatMap(({ album_id, name }) => (has(name) ? [album_id] : []))
    const townIds = towns.flatMap(town => (listTownNames(town).some(has) ? [String(town.placeId)] : []))
    const inAlbums = sql<SqlBool>`f.photo_id in (${selectOwnPhotoIds(accountId, albumIds)})`
    return [...(albumIds.length > 0 ? [inAlbums] : []), ...(townIds.length > 0 ? [isInPlaces(townIds)] : [])]
  }
  return new Map(words.map(word => [word, list(word)]))
}

/**
 * Finds the photos of the fields product, project and printed of a filter, as the products of a photo count them: orders
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
