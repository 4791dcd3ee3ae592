import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { getBlobKeys } from '#server/domains/photos/blob-keys.ts'
import { sweepBlobs } from '#server/domains/photos/blob-sweep/sweep-blobs.ts'
import { verify } from '../harness/bench.ts'
import { createFigure } from '../harness/figure.ts'
import type { PopulatedDatabase } from '../harness/populated-database.ts'
import { measureElapsedMs } from '../harness/rounds.ts'

const SWEEP_BATCH = 500
const SWEEP_MAX_MS = 5
const neverAborted = new AbortController().signal

/**
 * Measures a sweep of the blobs that these accounts' photos have, and of some that no photo has, as a blob store would
 * list them.
 */
export async function measureSweep(
  { runInContext, runWithoutScans }: PopulatedDatabase,
  accounts: readonly string[],
) {
  const keys = await runInContext(ctx => listBlobKeys(ctx, accounts))
  // Each account has a blob that belongs to no photo.
  const foreign = accounts.map(
    account_id => `${account_id}/variants/00000000-0000-4000-8000-000000000000-300`,
  )
  const listed = [...keys, ...foreign].toSorted()
  const modified = new Date(0)
  const ms = await runWithoutScans('the sweep', ctx => {
    const blobs: Context['blobs'] = {
      ...ctx.blobs,
      async *list() {
        for (const key of listed) yield { key, size: 1, modified }
      },
    }
    return measureElapsedMs(() => sweepBlobs({ ...ctx, blobs }, neverAborted))
  })
  const { rows: found } = await runInContext(({ db }) =>
    sql<{ blob_key: string }>`select blob_key from orphan_blobs order by blob_key collate "C"`.execute(db),
  )
  verify(
    found.map(({ blob_key }) => blob_key).join() === foreign.toSorted().join(),
    'the sweep finds the blobs without a photo, and no other',
  )
  return {
    correct: [`a sweep of ${listed.length} blobs found the ${foreign.length} without a photo`],
    figure: createFigure('sweep of 500 blobs', [(ms / listed.length) * SWEEP_BATCH], {
      atMost: SWEEP_MAX_MS,
      unit: 'ms',
      note: `${listed.length.toLocaleString('en')} blobs`,
    }),
  }
}

/** Lists the original and three variants of each photo. */
async function listBlobKeys({ db }: Context, accounts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ account_id: string; photo_id: string; sha256: string }>`
    select account_id, photo_id, sha256 from photos
    where account_id = any(${accounts}::text[]) and erased_at is null`.execute(db)
  return rows.flatMap(row => getBlobKeys(row).slice(0, 4))
}
