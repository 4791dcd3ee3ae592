import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../context.ts'
import { selectLibraryPhotos } from './photos.ts'

/** Finds the month of most photos with a date that were added in a period, besides the given ones; null without any. */
export async function findFrequentMonth(
  db: Reader,
  accountId: string,
  { from, until, except }: { from: Date; until: Date; except: readonly string[] },
): Promise<number | null> {
  const row = await selectLibraryPhotos(db, accountId)
    .select('taken_month')
    .where('created_at', '>=', from)
    .where('created_at', '<=', until)
    .where('taken_unknown', '=', false)
    .where(sql<SqlBool>`not (photo_id = any(${except}::uuid[]))`)
    .groupBy('taken_month')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('taken_month', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.taken_month ?? null
}
