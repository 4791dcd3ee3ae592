import type { z } from 'zod'
import * as contract from '#contract/photo-dates.ts'
import {
  type DateSuggestion,
  type DatesPreview,
  type KnownDate,
  type previewPhotoDates,
  SUGGESTION_PHOTOS_MAX,
} from '#contract/photo-dates.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { parseFileNameDate } from '../../platform/images/index.ts'
import { listSelectedPhotoIds } from '../albums/index.ts'
import {
  createImagePresenter,
  findFrequentMonth,
  findPhotos,
  nameCamera,
  type PhotoRow,
  toCalendarMonth,
} from '../photos/index.ts'
import { getNextDate, isPossible } from './next-date.ts'
import { changeDatesOfPhotos, getDateChange, presentDateChange, undoDateChange } from './photo-dates.ts'
import type { DateChangeRow } from './store.ts'

/** Photos that were added within this time stand beside each other. */
const NEIGHBOUR_MS = 10 * 60_000

const SUGGESTIONS_MAX = 4

/** Photos that are read at once. */
const BATCH = 2000

const CAMERAS_MAX = 5

export const photoDateRoutes: readonly Route[] = [
  route(contract.changePhotoDates, async ({ ctx, caller, body, reply }) =>
    presentWithStatus(await changeDatesOfPhotos(ctx, caller.accountId, body), reply),
  ),
  route(contract.previewPhotoDates, ({ ctx, caller, body, origin }) =>
    previewDates(ctx, { accountId: caller.accountId, origin }, body),
  ),
  route(contract.getDateChange, async ({ ctx, caller, params }) =>
    presentDateChange(await getDateChange(ctx, caller.accountId, params.id)),
  ),
  route(contract.undoDateChange, async ({ ctx, caller, params, reply }) =>
    presentWithStatus(await undoDateChange(ctx, caller.accountId, params.id), reply),
  ),
]

/** 202 while a job changes the photos. */
function presentWithStatus(row: DateChangeRow, reply: { code: (status: number) => unknown }) {
  if (row.state === 'running' || row.state === 'undoing') reply.code(202)
  return presentDateChange(row)
}

/**
 * Tells what a shift of chosen photos would do, and which dates they suggest. Without a shift, `otherDay` is 0, and a minute stands
 * for it.
 */
async function previewDates(
  ctx: Context,
  { accountId, origin }: { accountId: string; origin: string },
  { selection, onlyCamera, shift }: z.output<(typeof previewPhotoDates)['body']>,
): Promise<DatesPreview> {
  const now = ctx.clock.now()
  const ids = await listSelectedPhotoIds(ctx.db, accountId, selection, now)
  const counts = { photos: 0, shiftable: 0, otherDay: 0, changed: 0 }
  const cameras = new Map<string, number>()
  const sample: PhotoRow[] = []
  let first: PhotoRow | null = null
  let last: PhotoRow | null = null
  for (let start = 0; start < ids.length; start += BATCH)
    for (const row of await findPhotos(ctx.db, accountId, ids.slice(start, start + BATCH))) {
      const camera = nameCamera(row.camera)
      if (camera !== null) cameras.set(camera, (cameras.get(camera) ?? 0) + 1)
      if (onlyCamera !== undefined && camera !== onlyCamera) continue
      counts.photos++
      if (row.taken_source === 'customer') counts.changed++
      if (sample.length < SUGGESTION_PHOTOS_MAX) sample.push(row)
      const next = getNextDate(row, { shift: shift ?? { minutes: 1 } }, now)
      if (!next) continue
      counts.shiftable++
      if (shift && next.at!.slice(0, 10) !== row.taken_at!.slice(0, 10)) counts.otherDay++
      if (!first || row.taken_sort < first.taken_sort) first = row
      if (!last || row.taken_sort > last.taken_sort) last = row
    }
  const present = createImagePresenter(ctx, accountId, origin)
  return {
    ...counts,
    first: first && present(first),
    last: last && present(last),
    cameras: [...cameras]
      .map(([name, photos]) => ({ name, photos }))
      .sort((a, b) => b.photos - a.photos)
      .slice(0, CAMERAS_MAX),
    suggestions: await suggestDates(ctx, accountId, sample),
  }
}

/**
 * Suggests dates for photos, in this order: dates in the names of their files and folders; the month in which most of the photos were
 * taken that were added at about the same time as the ones without a date; the days on which the files without a date were last changed.
 * Within each of the three groups, the date that fits most of the photos is first.
 */
async function suggestDates(
  ctx: Context,
  accountId: string,
  rows: readonly PhotoRow[],
): Promise<DateSuggestion[]> {
  const now = ctx.clock.now()
  const found = new Map<string, DateSuggestion>()
  const add = (
    row: PhotoRow,
    kind: DateSuggestion['kind'],
    source: string | null,
    date: KnownDate | null,
  ) => {
    if (!date || !isPossible(date, now)) return
    if ((kind === 'modified' || isUndatedScan(row)) && isDayOfAdding(date, row)) return
    const key = JSON.stringify([kind, date])
    const known = found.get(key)
    if (known) known.photos++
    else found.set(key, { kind, source, ...date, photos: 1 })
  }
  for (const row of rows) {
    const { folder, file_modified_at } = row
    add(row, 'name', row.file_name, findDateInText(row.file_name, now))
    if (folder !== null) add(row, 'folder', folder, findDateInText(folder, now))
    if (row.taken_unknown && file_modified_at) add(row, 'modified', null, toKnownDay(file_modified_at))
  }
  const neighbours = await suggestByNeighbours(ctx, accountId, rows)
  return [...found.values(), ...(neighbours ? [neighbours] : [])]
    .sort((a, b) => RANKS[a.kind] - RANKS[b.kind] || b.photos - a.photos)
    .slice(0, SUGGESTIONS_MAX)
}

const RANKS: Record<DateSuggestion['kind'], number> = { name: 0, folder: 0, neighbours: 1, modified: 2 }

/** No camera took it: the days around that of adding are those of scanning and copying. */
const isUndatedScan = ({ taken_unknown, camera }: PhotoRow) => taken_unknown && camera === null

const isDayOfAdding = ({ precision, year, month = 1, day }: KnownDate, { created_at }: PhotoRow) =>
  precision === 'day' && created_at.getTime() - Date.UTC(year, month - 1, day) < ADDING_MS

const ADDING_MS = 2 * 86_400_000

function toKnownDay(at: string): KnownDate {
  const [year, month, day] = at.slice(0, 10).split('-').map(Number) as [number, number, number]
  return { precision: 'day', year, month, day }
}

async function suggestByNeighbours(
  ctx: Context,
  accountId: string,
  rows: readonly PhotoRow[],
): Promise<DateSuggestion | null> {
  const undated = rows.filter(row => row.taken_unknown)
  if (undated.length === 0) return null
  const times = undated.map(row => row.created_at.getTime())
  const month = await findFrequentMonth(ctx.db, accountId, {
    from: new Date(Math.min(...times) - NEIGHBOUR_MS),
    until: new Date(Math.max(...times) + NEIGHBOUR_MS),
    except: rows.map(row => row.photo_id),
  })
  const photos = undated.filter(row => !isUndatedScan(row) || row.created_month !== month).length
  if (month === null || photos === 0) return null
  const { year, month: monthOfYear } = toCalendarMonth(month)
  return { kind: 'neighbours', source: null, precision: 'month', year, month: monthOfYear, photos }
}

/**
 * Finds a date in the name of a photo or a folder, also one that is not certain: day before month in '03.05.24', the year in 'Garden
 * 1974' or 'Summer 74'. Null without one. Times are left out: what is suggested is at most a day.
 */
export function findDateInText(text: string, now: Date): KnownDate | null {
  const certain = parseFileNameDate(text)
  if (certain) {
    const { year, month, day } = toKnownDay(certain.at)
    return certain.precision === 'month'
      ? { precision: 'month', year, month }
      : { precision: 'day', year, month, day }
  }
  const stem = text.replace(/\.[a-z]{3,4}$/i, '')
  const dayFirst = /(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d\d)(?!\d)/.exec(stem)
  if (dayFirst) {
    const [, day, month, year] = dayFirst
    return {
      precision: 'day',
      year: toYear(year!, now),
      month: Number(month),
      day: Number(day),
    }
  }
  const monthOfYear = /(?<!\d)((?:18|19|20)\d\d)[-_.](0[1-9]|1[0-2])(?!\d)/.exec(stem)
  if (monthOfYear) return { precision: 'month', year: Number(monthOfYear[1]), month: Number(monthOfYear[2]) }
  // Not in 'pq2020' or '2000px': digits beside letters name formats, devices and sizes.
  const year =
    /(?<![\p{L}\d_-])((?:18|19|20)\d\d)(?![\p{L}\d_-])/u.exec(stem) ?? /\p{L}\s['’]?(\d\d)$/u.exec(stem)
  return year ? { precision: 'year', year: toYear(year[1]!, now) } : null
}

/** A year of two digits is the latest that is not in the future. */
function toYear(text: string, now: Date): number {
  if (text.length === 4) return Number(text)
  const year = Math.floor(now.getUTCFullYear() / 100) * 100 + Number(text)
  return year > now.getUTCFullYear() ? year - 100 : year
}
