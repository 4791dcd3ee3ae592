import type { DateSuggestion } from '#contract/photo-dates.ts'
import type { Context } from '../../context.ts'
import { findFrequentMonth, type PhotoRow, toCalendarMonth } from '../photos/index.ts'
import { isPossible } from './next-date.ts'
import { findDateInText } from './text-date.ts'

/** Photos that were added within this time stand beside each other. */
const NEIGHBOUR_MS = 10 * 60_000
const SUGGESTIONS_MAX = 4

/**
 * Suggests dates for photos (NX-240): those of their names and folders, and the month of most photos that were added with those
 * without a date. The one for most photos is first.
 */
export async function suggestDates(
  ctx: Context,
  accountId: string,
  rows: readonly PhotoRow[],
): Promise<DateSuggestion[]> {
  const now = ctx.clock.now()
  const found = new Map<string, DateSuggestion>()
  const add = (kind: 'name' | 'folder', source: string | null) => {
    const date = source === null ? null : findDateInText(source, now)
    if (!date || !isPossible(date, now)) return
    const key = JSON.stringify([kind, date])
    const known = found.get(key)
    if (known) known.photos++
    else found.set(key, { kind, source, ...date, photos: 1 })
  }
  for (const row of rows) {
    add('name', row.file_name)
    add('folder', row.folder)
  }
  const neighbours = await suggestByNeighbours(ctx, accountId, rows)
  return [...found.values(), ...(neighbours ? [neighbours] : [])]
    .sort((a, b) => b.photos - a.photos)
    .slice(0, SUGGESTIONS_MAX)
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
  if (month === null) return null
  const { year, month: monthOfYear } = toCalendarMonth(month)
  return {
    kind: 'neighbours',
    source: null,
    precision: 'month',
    year,
    month: monthOfYear,
    photos: undated.length,
  }
}
