import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { domains } from '#server/app.ts'
import { testServer } from '#server/testing/harness.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'

/**
 * Words in the names of columns by which a row grants access: what a caller has to know, by itself or hashed, and marks of a
 * grant that can end.
 */
const GRANTING_WORDS = [
  ...['hash', 'secret', 'token', 'key', 'keys', 'credential', 'password', 'passphrase', 'pin', 'otp'],
  ...['signature', 'fingerprint', 'handle', 'nonce', 'certificate', 'grant', 'session'],
  ...['revoked', 'used', 'consumed', 'expires'],
]

/** Tables with such a column that grant no access to an account, and why. */
const EXEMPT: Record<string, string> = {
  credentials: 'the password: shown as `password`, replaced by a new one and not listed',
  closures: 'the hash of the mailed link that keeps the account, which grants nothing but that',
  rate_counts: 'counters by a keyed hash of their subject',
  journal: 'names the session of an act',
  api_key_calls: 'names the key of a call',
  callback_attempts: 'what was signed',
  sftp_host_keys: 'the key of our server',
  service_tokens: 'of the retailer, not of an account',
  service_reads: 'counts what a token of the retailer has read',
  retailer_states: 'what the retailer sent, by its own keys',
  webauthn_handles: 'the name of an account in authenticators, which is no secret',
  uploads: 'a fencing token of processes, and the upload session that is listed',
  downloads: 'an archive; its addresses are signed for a session of the owner',
  exports: 'an archive; its addresses are signed for a session of the owner',
  checkout_tickets:
    'fills in the shop’s checkout once within ten minutes; ends with any session of the account',
  temp_selections: 'a frozen list of photos for the retailer, which needs a service token',
  photo_facts: 'the hash of a picture, by which copies are found',
  projects: 'until when a project is kept',
  stored_picture_uses: 'what a picture is used by',
  file_orders: 'the hash of what was ordered',
  import_albums: 'an album of the legacy library',
  order_feeds: 'the name of a feed',
  order_mails: 'the key of an event',
  invoices: 'the key of a file',
  orphan_blobs: 'the key of a file',
  product_files: 'the key of a file',
  unused_product_blobs: 'the key of a file',
}

const server = closeAfterAll(await testServer({ work: false }))

/** Lists tables of the migrated database with a column by whose name a row grants access, with these columns. */
async function listGrantingTables(): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely_%'
    order by 1, 2`.execute(server.ctx.db)
  const granting = rows.filter(({ column }) => column.split('_').some(word => GRANTING_WORDS.includes(word)))
  return Map.groupBy(granting, ({ table }) => table) as never
}

const declaredTables = () =>
  new Set(domains.flatMap(({ access = [] }) => access.flatMap(({ tables }) => tables)))

async function listUndeclaredTables(): Promise<string[]> {
  const declared = declaredTables()
  return [...(await listGrantingTables()).keys()].filter(table => !declared.has(table) && !(table in EXEMPT))
}

describe('NX-318 every table that grants access', () => {
  test('NX-318 is declared by a source of its domain, or exempt with a reason', async () => {
    expect(await listUndeclaredTables()).toEqual([])
  })

  test.each(GRANTING_WORDS)('NX-318 a new table with a column of %s is noticed', async word => {
    const { db } = server.ctx
    await sql`create table planted (account_id text, ${sql.ref(`api_${word}_v2`)} text)`.execute(db)
    try {
      expect(await listUndeclaredTables()).toEqual(['planted'])
    } finally {
      await sql`drop table planted`.execute(db)
    }
  })

  test('NX-318 is declared by the domain that owns it, and exists', () => {
    const strangers = domains.flatMap(({ name, access = [], tables = {} }) =>
      access
        .flatMap(source => source.tables)
        .filter(table => !(table in tables))
        .map(table => `${name}: ${table}`),
    )
    expect(strangers).toEqual([])
  })

  test('NX-318 no exemption is of a table that is declared, or that has no such column', async () => {
    const declared = declaredTables()
    const granting = await listGrantingTables()
    const owned = new Set(domains.flatMap(({ tables = {} }) => Object.keys(tables)))
    const stale = Object.keys(EXEMPT).filter(
      table => owned.has(table) && (declared.has(table) || !granting.has(table)),
    )
    expect(stale).toEqual([])
  })
})
