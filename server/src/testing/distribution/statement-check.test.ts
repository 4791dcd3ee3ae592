import { describe, expect, test } from 'vitest'
import { distributed, local, reference } from '../../schema.ts'
import { createStatementCheck } from './statement-check.ts'

interface Row {
  account_id: string
  owner_id: string
}

const check = createStatementCheck({
  photos: distributed<Row>('account_id'),
  albums: distributed<Row>('account_id'),
  album_photos: distributed<Row>('account_id', 'owner_id'),
  customers: distributed<Row>('account_id'),
  lanes: reference(),
  account_directory: local<Row>('account_id'),
})
const faultOf = (text: string, ...values: unknown[]) => check({ text, values })

describe('RV-718 a statement on distributed tables is accepted', () => {
  test.each([
    ['of one account', 'select * from photos where account_id = $1 and size > 3'],
    ['with the account on the right', 'select * from photos as p where $1 = p.account_id'],
    ['of a row of values', 'select * from photos where (account_id, photo_id) = ($1, $2)'],
    [
      'that joins by account',
      'select * from albums a join album_photos m on m.account_id = a.account_id where a.account_id = $1',
    ],
    [
      'that joins with USING',
      'select * from albums join album_photos using (account_id) where albums.account_id = $1',
    ],
    [
      'whose subquery names the account',
      'select * from photos where account_id in (select customers.account_id from customers where customers.account_id = $1)',
    ],
    [
      'whose subquery joins by account',
      'select * from albums where account_id = $1 and exists (select 1 from customers c where c.account_id = albums.account_id)',
    ],
    [
      'that only counts where a row guards',
      'select * from albums where account_id = $1 and (shared or exists (select 1 from photos p where p.account_id = albums.account_id))',
    ],
    ['that inserts rows', 'insert into photos (account_id, photo_id) values ($1, $2), ($1, $3)'],
    [
      'that inserts what it reads',
      'insert into album_photos (account_id, photo_id) select $1, photo_id from photos where account_id = $1',
    ],
    [
      'that changes what it has changed',
      `with gone as (delete from album_photos where account_id = $1 returning account_id, album_id)
        update albums a set cover = null from gone where a.account_id = gone.account_id and a.account_id = $1`,
    ],
    [
      'with a table of all nodes',
      'select * from photos where account_id = $1 and turn > (select max(turn) from lanes)',
    ],
    ['of a cursor', 'declare rows cursor for select * from photos where account_id = $1'],
    [
      'of an inlined query',
      'with p as (select account_id, size from photos) select * from p where p.account_id = $1',
    ],
  ])('%s', (_name, text) => {
    expect(faultOf(text, 'a', 'p', 'q')).toBeNull()
  })

  test('that reads several accounts of a list', () => {
    expect(faultOf('select * from photos where account_id = any($1::text[])', ['a', 'b'])).toBeNull()
    expect(faultOf('select * from photos where account_id in ($1, $2)', 'a', 'b')).toBeNull()
    const unnested =
      'select * from unnest($1::text[]) as w (account_id) join photos p on p.account_id = w.account_id'
    expect(faultOf(unnested, ['a', 'b'])).toBeNull()
  })

  test('that adds up what it reads of several tables for a list of accounts', () => {
    const text = `select account_id, sum(n) from (
        select account_id, count(*) as n from photos where account_id = any($1::text[]) group by account_id
        union all
        select account_id, 1 from albums where account_id = any($1::text[])
      ) added group by account_id`
    expect(faultOf(text, ['a', 'b'])).toBeNull()
  })

  test('of the directory alone, and without tables', () => {
    expect(faultOf('select * from account_directory')).toBeNull()
    expect(faultOf('begin')).toBeNull()
    expect(faultOf('select count(*) from pgboss.job')).toBeNull()
  })

  test('that is marked, and locks nothing', () => {
    expect(faultOf('select * from photos where size > 3 /* across accounts: a sweep */')).toBeNull()
    expect(faultOf('delete from photos where size > 3 /* across accounts: a sweep */')).toBeNull()
  })
})

describe('RV-718 a statement on distributed tables is refused', () => {
  test.each([
    ['without an account', 'select * from photos where photo_id = $1', 'names no account: photos'],
    [
      'of a cursor',
      'declare rows cursor for select * from photos where photo_id = $1',
      'names no account: photos',
    ],
    [
      'with another column of an account',
      'select * from album_photos where owner_id = $1',
      'names no account: album_photos',
    ],
    [
      'with an alternative',
      'select * from photos where account_id = $1 or shared',
      'names no account: photos',
    ],
    [
      'without a join by account',
      'select * from albums a join photos p on true where a.account_id = $1',
      'names no account: photos',
    ],
    [
      'of which a subquery names none',
      'select * from albums where account_id = $1 and exists (select 1 from photos where size > 3)',
      'names no account: photos',
    ],
    [
      'whose subquery only guards',
      'select * from albums a where shared or exists (select 1 from customers c where c.account_id = a.account_id and c.account_id = $1)',
      'names no account: albums',
    ],
    [
      'that changes rows before their account is compared',
      `with gone as (delete from album_photos where owner_id = $1 returning account_id)
        update albums a set cover = null from gone where a.account_id = gone.account_id and a.account_id = $1`,
      'names no account: album_photos',
    ],
    [
      'that inserts for any account',
      'insert into photos (account_id, photo_id) select account_id, album_id from album_photos',
      'names no account: photos, album_photos',
    ],
    [
      'that sets the account',
      'update photos set account_id = $1, size = 3 where account_id = $1',
      'sets the account of rows: photos',
    ],
    [
      'that sets the account of a row that is there',
      `insert into photos (account_id, photo_id) values ($1, $2)
        on conflict (account_id, photo_id) do update set account_id = excluded.account_id`,
      'sets the account of rows: photos',
    ],
    [
      'with the directory',
      'select * from photos p join account_directory d using (account_id) where p.account_id = $1',
      'distributed photos with account_directory of the directory in one statement',
    ],
    [
      'that inserts what a query in VALUES computes',
      'insert into photos (account_id, turn) values ($1, (select max(turn) from lanes))',
      'a query in VALUES: photos',
    ],
    [
      'that is marked and names its account',
      'select * from photos where account_id = $1 /* across accounts: x */',
      'acrossAccounts, but one account: photos',
    ],
    [
      'that is marked and locks',
      'select * from photos where size > 3 for update /* across accounts: x */',
      'locks rows of several accounts: photos',
    ],
    [
      'of the directory that is marked',
      'select * from account_directory /* across accounts: x */',
      'acrossAccounts, but no distributed table',
    ],
  ])('%s', (_name, text, fault) => {
    expect(faultOf(text, 'a', 'b')).toBe(fault)
  })

  test('that writes several accounts', () => {
    const insert = 'insert into photos (account_id) values ($1), ($2)'
    expect(faultOf(insert, 'a', 'a')).toBeNull()
    expect(faultOf(insert, 'a', 'b')).toBe('names several accounts: photos')
    expect(faultOf('delete from photos where account_id = any($1)', ['a', 'b'])).toBe(
      'names several accounts: photos',
    )
  })

  test('that reads tables of several accounts that it does not join by account', () => {
    const text = 'select * from albums a, photos p where a.account_id = $1 and p.account_id = $2'
    expect(faultOf(text, 'a', 'a')).toBeNull()
    expect(faultOf(text, 'a', 'b')).toBe('names several accounts: albums, photos')
    const union = `select name from albums a, photos p
      where a.account_id = any($1::text[]) and p.account_id = any($1::text[]) union all select name from photos where account_id = $2`
    expect(faultOf(union, ['a', 'b'], 'a')).toBe('names several accounts: albums, photos')
  })

  test('that locks rows of several accounts of a list', () => {
    const text = 'select * from photos where account_id = any($1) for update'
    expect(faultOf(text, ['a'])).toBeNull()
    expect(faultOf(text, ['a', 'b'])).toBe('locks rows of several accounts: photos')
  })
})
