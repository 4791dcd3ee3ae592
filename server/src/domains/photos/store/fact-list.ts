import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../context.ts'
import type { PhotoFactsTable } from '../tables.ts'
import { selectPhotosById } from './photos.ts'

const COLUMNS = [
  'photo_id',
  'taken_sort',
  'taken_unknown',
  'width',
  'height',
  'sharpness',
  'dark',
  'light',
  'kind',
  'facts_version',
] as const

/** What suggestions read of a photo. */
export type FactsOfPhoto = Pick<Selectable<PhotoFactsTable>, (typeof COLUMNS)[number]>

/** Rows read with one statement: the embedded database runs one statement at a time. */
const PAGE = 10_000

/** Lists the facts of photos in the library, by id: of all, or of these. */
export async function listPhotoFacts(
  db: Reader,
  accountId: string,
  photoIds?: readonly string[],
): Promise<FactsOfPhoto[]> {
  const rows: FactsOfPhoto[] = []
  let after: string | undefined
  for (let from = 0; photoIds ? from < photoIds.length : true; from += PAGE) {
    const page = await db
      .selectFrom('photo_facts')
      .select(COLUMNS)
      .where('account_id', '=', accountId)
      .where('in_library', '=', true)
      .$if(photoIds !== undefined, q =>
        q.where(sql<SqlBool>`photo_id = any(${photoIds!.slice(from, from + PAGE)}::uuid[])`),
      )
      .$if(after !== undefined, q => q.where('photo_id', '>', after!))
      .$if(photoIds === undefined, q => q.orderBy('photo_id').limit(PAGE))
      .execute()
    rows.push(...page)
    if (photoIds) continue
    after = page.at(-1)?.photo_id
    if (page.length < PAGE) break
  }
  return rows.toSorted((a, b) => (a.photo_id < b.photo_id ? -1 : 1))
}

/** Finds photos of these ids that cannot be shown. */
export async function findFailedPhotoIds(
  db: Reader,
  accountId: string,
  photoIds: readonly string[],
): Promise<Set<string>> {
  if (photoIds.length === 0) return new Set()
  const rows = await selectPhotosById(db, accountId, photoIds)
    .select('photo_id')
    .where('state', '=', 'failed')
    .execute()
  return new Set(rows.map(({ photo_id }) => photo_id))
}
