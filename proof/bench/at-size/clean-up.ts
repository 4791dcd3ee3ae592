import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { cleanUpPhotos } from '#server/domains/photos/clean-up.ts'
import { cleanUpUploads } from '#server/domains/uploads/index.ts'
import { createFigure, type Figure } from '../harness/figure.ts'
import type { PopulatedDatabase } from '../harness/populated-database.ts'
import { measureElapsedMs } from '../harness/rounds.ts'

const IDLE_CLEAN_UP_MAX_S = 1
const CLEAN_UP_MAX_S = 20
const neverAborted = new AbortController().signal

/** Measures the clean-up jobs with what is due since the libraries were made, and again with nothing due. */
export async function measureCleanUp({
  runInContext,
  runWithoutScans,
}: PopulatedDatabase): Promise<Figure[]> {
  const jobs = { 'photos.tidy': cleanUpPhotos, 'uploads.tidy': cleanUpUploads }
  const figures: Figure[] = []
  for (const [name, job] of Object.entries(jobs))
    for (const [when, atMost] of [
      ['with what is due', CLEAN_UP_MAX_S],
      ['with nothing due', IDLE_CLEAN_UP_MAX_S],
    ] as const) {
      const due = await runInContext(countDue)
      const seconds =
        (await runWithoutScans(name, ctx => measureElapsedMs(() => job(ctx, neverAborted)))) / 1000
      figures.push(createFigure(`${name} ${when}`, [seconds], { atMost, unit: 's', note: due[name] }))
    }
  return figures
}

async function countDue({ db }: Context): Promise<Record<string, string>> {
  const { rows } = await sql<{ photos: number; accounts: number; tombstones: number; uploads: number }>`
    select (select count(*)::int from photos where deleted_at < now() - interval '30 days' and erased_at is null) as photos,
      (select count(distinct account_id)::int from photos
        where deleted_at < now() - interval '30 days' and erased_at is null) as accounts,
      (select count(*)::int from erased_photos where erased_at < now() - interval '30 days') as tombstones,
      (select count(*)::int from uploads where finished_at < now() - interval '30 days') as uploads`.execute(
    db,
  )
  const { photos, accounts, tombstones, uploads } = rows[0]!
  return {
    'photos.tidy': `${photos} photos of ${accounts} accounts, ${tombstones} tombstones`,
    'uploads.tidy': `${uploads} receipts`,
  }
}
