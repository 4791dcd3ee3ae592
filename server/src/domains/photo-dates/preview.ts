import type { z } from 'zod'
import { type DatesPreview, type previewPhotoDates, SUGGESTION_PHOTOS_MAX } from '#contract/photo-dates.ts'
import type { Context } from '../../context.ts'
import { listSelectedPhotoIds } from '../albums/index.ts'
import { createImagePresenter, findPhotos, nameCamera, type PhotoRow } from '../photos/index.ts'
import { getNextDate } from './next-date.ts'
import { suggestDates } from './suggestions.ts'

/** Photos that are read at once. */
const BATCH = 2000

/**
 * Tells what a shift of chosen photos would do, and which dates they suggest. Without a shift, `otherDay` is 0, and a minute stands
 * for it.
 */
export async function previewDates(
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

const CAMERAS_MAX = 5
