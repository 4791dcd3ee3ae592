import { type Kysely, type RawBuilder, sql } from 'kysely'

export const isTransactional = false

const PAGE = 500
const FIRST_UUID = '00000000-0000-0000-0000-000000000000'

/**
 * Inserts the existing rows into the directory (0112), page by page: each page locks its rows until it is written, so
 * that it never overwrites a newer change; the triggers of the previous migration write changes. Idempotent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await fillByPage(
    db,
    '',
    after => sql`
      with page as (
        select account_id as key, vendor, email, business, deleted_at from customers
        where account_id > ${after} order by account_id limit ${PAGE} for share
      ), entered as (
        insert into account_directory (account_id, vendor, email, business)
        select key, vendor, email, business from page where deleted_at is null
        on conflict (account_id) do nothing
      )
      select key as last from page order by key desc limit 1`,
  )
  await fillByPage(
    db,
    FIRST_UUID,
    after => sql`
      with page as (
        select album_id as key, account_id from albums
        where shared and album_id > ${after}::uuid order by album_id limit ${PAGE} for share
      ), entered as (
        insert into shared_album_owners (album_id, account_id) select key, account_id from page
        on conflict (album_id) do nothing
      )
      select key as last from page order by key desc limit 1`,
  )
  await fillByPage(
    db,
    '',
    after => sql`
      with page as (
        select source as key, account_id from activations
        where source > ${after} order by source limit ${PAGE} for share
      ), entered as (
        insert into activation_sources (source, account_id) select key, account_id from page
        on conflict (source) do nothing
      )
      select key as last from page order by key desc limit 1`,
  )
}

/** `page` writes the rows of the next page and returns its last key; none at the end. */
async function fillByPage(
  db: Kysely<unknown>,
  first: string,
  page: (after: string) => RawBuilder<{ last: string }>,
): Promise<void> {
  for (let after: string | undefined = first; after !== undefined; ) {
    const { rows }: { rows: { last: string }[] } = await page(after).execute(db)
    after = rows[0]?.last
  }
}
