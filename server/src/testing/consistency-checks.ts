import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** Finds differences between the stored month summary and a full recount of the photos; empty when they agree. */
export async function findMonthCountErrors(ctx: Context, accountId: string): Promise<unknown[]> {
  const { rows } = await sql`
    with counted as (
      select 'dateTaken' as group_by, taken_month as month, count(*)::int as photos from photos
        where account_id = ${accountId} and deleted_at is null group by 2
      union all
      select 'created', created_month, count(*)::int from photos
        where account_id = ${accountId} and deleted_at is null group by 2
    ), kept as (select group_by, month, photos from month_counts where account_id = ${accountId})
    (select 'missing' as what, * from counted except select 'missing', * from kept)
    union all (select 'wrong', * from kept except select 'wrong', * from counted)`.execute(ctx.db)
  return rows
}

/**
 * Finds the stored bytes of the account if they differ from the sum of its photos that are not erased; empty when they
 * agree.
 */
export async function findStorageUsageErrors(ctx: Context, accountId: string): Promise<unknown[]> {
  const { rows } = await sql`
    select counted.bytes, usage.stored_bytes
      from (select coalesce(sum(size), 0) as bytes from photos
        where account_id = ${accountId} and erased_at is null) counted
      left join storage_usage usage on usage.account_id = ${accountId}
      where counted.bytes <> coalesce(usage.stored_bytes, 0)`.execute(ctx.db)
  return rows
}

/**
 * Finds photos whose facts are missing or differ, and facts of photos that are erased; empty when they agree. Names and cameras
 * are compared by the test of the facts.
 */
export async function findFactErrors(ctx: Context, accountId: string): Promise<unknown[]> {
  const { rows } = await sql`
    with expected as (
      select photo_id, taken_sort, taken_unknown, taken_precision, taken_month, created_at, deleted_at is null as in_library,
        content_type, width, height
      from photos where account_id = ${accountId} and erased_at is null
    ), kept as (
      select photo_id, taken_sort, taken_unknown, taken_precision, taken_month, created_at, in_library, content_type,
        width, height
      from photo_facts where account_id = ${accountId}
    )
    (select 'missing' as what, * from expected except select 'missing', * from kept)
    union all (select 'wrong', * from kept except select 'wrong', * from expected)`.execute(ctx.db)
  return rows
}

/**
 * Finds groups whose number of members differs from the stored one or is less than two, and members that are not in the library or
 * in no group; empty when right.
 */
export async function findGroupErrors(ctx: Context, accountId: string): Promise<unknown[]> {
  const { rows } = await sql`
    select 'number' as what, g.group_id as id from photo_groups g where g.account_id = ${accountId}
      and (g.photos < 2 or g.photos <> (
        select count(*) from photo_group_members m where m.account_id = ${accountId} and m.group_id = g.group_id
      ))
    union all
    select 'member', m.photo_id from photo_group_members m where m.account_id = ${accountId} and (
      not exists (select 1 from photo_groups g where g.account_id = ${accountId} and g.group_id = m.group_id)
      or not exists (
        select 1 from photos p where p.account_id = ${accountId} and p.photo_id = m.photo_id
          and p.deleted_at is null and p.erased_at is null
      ))`.execute(ctx.db)
  return rows
}

/**
 * Finds albums whose stored count, size or cover differs from a full recount, and a wrong number of albums; empty when
 * right.
 */
export async function findAlbumCountErrors(ctx: Context, accountId: string): Promise<unknown[]> {
  const { rows } = await sql`
    with shown as (
      select m.album_id, m.photo_id, m.position, p.size from album_photos m
        join photos p on p.account_id = m.owner_id and p.photo_id = m.photo_id
        join customers o on o.account_id = m.owner_id
        where m.account_id = ${accountId} and p.deleted_at is null
          and (o.deleted_at is null or m.owner_id = m.account_id)
    ), counted as (
      select a.album_id, count(s.photo_id)::int as photos, coalesce(sum(s.size), 0)::bigint as size,
        coalesce(
          (select c.photo_id from shown c where c.album_id = a.album_id and c.photo_id = a.chosen_cover_id),
          (select c.photo_id from shown c where c.album_id = a.album_id order by c.position limit 1)) as cover
      from albums a left join shown s on s.album_id = a.album_id
      where a.account_id = ${accountId} group by a.album_id, a.chosen_cover_id
    )
    select c.*, a.photos as kept_photos, a.size as kept_size, a.cover_photo_id as kept_cover
      from albums a join counted c on c.album_id = a.album_id
      where a.account_id = ${accountId}
        and (a.photos <> c.photos or a.size <> c.size or a.cover_photo_id is distinct from c.cover)
    union all
    select null, albums, null, null, null, null, null from album_counts
      where account_id = ${accountId} and albums <> (
        select count(*) from albums where account_id = ${accountId} and deleted_at is null)
    union all
    select m.album_id, null, null, m.photo_id, null, null, null from album_photos m
      left join photos p on p.account_id = m.owner_id and p.photo_id = m.photo_id
      left join customers o on o.account_id = m.owner_id
      where m.account_id = ${accountId}
        and m.in_bin <> (p.deleted_at is not null or (o.deleted_at is not null and m.owner_id <> m.account_id))`.execute(
    ctx.db,
  )
  return rows
}

/** Finds album photos, also those in the bin, whose owner is neither the owner nor a participant of the album. */
export async function findForeignPhotos(ctx: Context): Promise<unknown[]> {
  const { rows } = await sql`
    select m.* from album_photos m
    left join shared_album_members s
      on s.account_id = m.account_id and s.album_id = m.album_id and s.member_id = m.owner_id and s.left_at is null
    where m.owner_id <> m.account_id and s.member_id is null`.execute(ctx.db)
  return rows
}

/** Finds album photos whose album or photo does not exist. */
export async function findOrphanRows(ctx: Context): Promise<unknown[]> {
  const { rows } = await sql`
    select m.* from album_photos m
    left join albums a on a.account_id = m.account_id and a.album_id = m.album_id
    left join photos p on p.account_id = m.owner_id and p.photo_id = m.photo_id
    where a.album_id is null or p.photo_id is null`.execute(ctx.db)
  return rows
}
