import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createAddress } from '#contract/addresses.ts'
import { addAlbumPhotos, createAlbum } from '#contract/albums.ts'
import { createCheckoutTicket } from '#contract/checkout-tickets.ts'
import { addComplaintMessage } from '#contract/complaints.ts'
import { createDownload, createSharedAlbumDownload } from '#contract/downloads.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { createExport } from '#contract/exports.ts'
import { changePhotoDates } from '#contract/photo-dates.ts'
import { deletePhotos, erasePhotos, getPhotos } from '#contract/photos.ts'
import { updatePlaceChoice } from '#contract/places.ts'
import { createSelectionDraft } from '#contract/selection-drafts.ts'
import { getSharedAlbum } from '#contract/shared-albums.ts'
import { createTempSelection } from '#contract/temp-selections.ts'
import { decideAllGroups, decideGroup, separateCopies } from '#contract/tidy-up.ts'
import { recordBatchFiles } from '#contract/upload-batches.ts'
import { createUploadSession } from '#contract/upload-sessions.ts'
import { domains } from './app.ts'
import type { Context } from './context.ts'
import { eraseDueClosures } from './domains/closures/due-closures.ts'
import { eraseAccount } from './domains/closures/erase-account.ts'
import { createEraseAccountCommand } from './domains/closures/index.ts'
import { placeSentOrder, report } from './domains/complaints/complaints.testing.ts'
import { closeAccount } from './domains/identity/testing/mail-links.ts'
import { invoiceForTests } from './domains/invoices/invoices.testing.ts'
import { upsertInvoice } from './domains/invoices/invoices.ts'
import { backfillFacts } from './domains/photos/facts/backfill.ts'
import { pdfForTests } from './domains/product-files/product-files.testing.ts'
import { upsertProject } from './domains/projects/index.ts'
import { projectForTests } from './domains/projects/projects.testing.ts'
import { importSharedAlbums } from './domains/shared-albums/index.ts'
import {
  createHash,
  insertComparedPhotos,
  listGroups,
  regroup,
} from './domains/similar-photos/tidy-up.testing.ts'
import { storePicture } from './domains/stored-pictures/index.ts'
import { findRow, insertRows, updateRows } from './platform/db/rows.ts'
import { createLog } from './platform/log/log.ts'
import { insertAccountRows, listAccountTables, readAccountRows } from './testing/account-rows.ts'
import { addressForTests } from './testing/addresses.ts'
import type { Client } from './testing/client.ts'
import { closeAfterAll } from './testing/close-after-all.ts'
import { advanceElapsedTime } from './testing/elapsed-time.ts'
import { testServer } from './testing/harness.ts'
import { listFilesNaming, listTablesNaming } from './testing/marker-words.ts'
import { jpeg } from './testing/pictures.ts'
import { orderForTests } from './testing/retailer-orders.ts'
import { putAsService } from './testing/service-calls.ts'

const SERVICE_TOKEN = 'the-token-of-the-order-system-in-tests'
interface ErasureFixture {
  /** A random word that occurs in the erased customer's data only. */
  word: string
  erased: Client
  other: Client
  /** Shared albums of the erased and of the other customer; both participate in both. */
  ownShared: string
  otherShared: string
}

/** All that the server logged. */
let log = ''
const destination = {
  write(line: string) {
    log += line
  },
}
const server = closeAfterAll(
  await testServer({
    config: { serviceTokens: [{ name: 'orders', token: SERVICE_TOKEN }] },
    log: createLog({ level: 'info', destination }),
  }),
)

async function command(...args: string[]) {
  const lines: string[] = []
  const code = await createEraseAccountCommand(domains).parse(args)?.(server.ctx, line => lines.push(line))
  return { code, lines, text: lines.join('\n') }
}

describe('RV-610 an erased account', () => {
  test('had a row in every table with accounts, leaves only the journal, and of other customers all data', async () => {
    const { word, erased, other, ownShared, otherShared } = await createFixture()
    const words = [word, erased.accountId, erased.email, ...(await idsOf(erased))]
    expect(await emptyTablesOf(erased)).toEqual([])
    expect(await listFilesNaming(server.ctx, words)).not.toEqual([])
    await expectDryRun(erased)
    const before = await rowsOf(other)
    const { code, text } = await command(erased.email, '--by', 'Ada')
    expect({ code, text }).toMatchObject({ code: 0 })
    await server.idle()
    // The queue deletes completed jobs within an hour.
    await sql`delete from pgboss.job where state = 'completed'`.execute(server.ctx.db)
    expect(await listTablesNaming(server.ctx, words)).toEqual([`retention_journal names ${erased.accountId}`])
    expect(await listFilesNaming(server.ctx, words)).toEqual([])
    const after = await rowsOf(other)
    const changed = ['albums', 'album_photos', 'shared_album_members', 'downloads', 'oidc_records']
    for (const table of Object.keys(before).filter(table => !changed.includes(table)))
      expect({ table, rows: after[table] }).toEqual({ table, rows: before[table] })
    // Its own shared album is deleted; its photos are removed from the other's album, whose count is updated.
    expect((await other.expectError(getSharedAlbum, { params: { id: ownShared } })).status).toBe(404)
    const album = await other.call(getSharedAlbum, { params: { id: otherShared } })
    expect(album).toMatchObject({ photosCount: 1 })
    expect((await other.call(getPhotos)).images).toHaveLength(1)
  })

  test('RV-954 is erased in an order in which every domain that fails leaves the row by which it is found again', async () => {
    const { erased } = await createFixture()
    const erasure = { accountId: erased.accountId, by: 'Ada', rule: 'customer-care' } as const
    for (const { name } of domains.filter(each => each.eraseAccount && !each.eraseAccount.isRecord)) {
      const failing = domains.map(each =>
        each.name === name
          ? {
              ...each,
              eraseAccount: {
                ...each.eraseAccount!,
                erase: () => Promise.reject(new Error(`${name} failed`)),
              },
            }
          : each,
      )
      await expect(eraseAccount(server.ctx, failing, erasure)).rejects.toThrow(`${name} failed`)
      expect((await command(erased.accountId, '--dry-run')).code, name).toBe(0)
    }
    const { accountId, email } = erased
    expect((await command(accountId, '--by', 'Ada')).text).toContain(`Account ${accountId} is erased.`)
    const again = await command(accountId, '--by', 'Bob')
    expect(again.code).toBe(1)
    expect(again.text).toMatch(
      new RegExp(`^Account ${accountId} was erased on \\d{4}-\\d\\d-\\d\\d by Ada.$`),
    )
    expect(await command(email, '--by', 'Bob')).toMatchObject({ code: 1 })
  })

  test('whose erasure was interrupted is closed, and the same command completes the erasure', async () => {
    const { word, erased } = await createFixture()
    const words = [word, erased.accountId, erased.email]
    expect((await erased.fetch(`${SERVICES.photoManagement}/users`)).status).toBe(200)
    const crashing: Context = {
      ...server.ctx,
      blobs: {
        ...server.ctx.blobs,
        remove: () => Promise.reject(new Error('the process crashed')),
      },
    }
    const erasure = { accountId: erased.accountId, by: 'Ada', rule: 'customer-care' } as const
    await expect(eraseAccount(crashing, domains, erasure)).rejects.toThrow('the process crashed')
    await advanceElapsedTime(1000)
    expect((await erased.expectError(getPhotos)).status).toBe(401)
    expect((await command(erased.email, '--by', 'Ada')).code).toBe(0)
    await server.idle()
    await sql`delete from pgboss.job where state = 'completed'`.execute(server.ctx.db)
    expect(await listTablesNaming(server.ctx, words)).toEqual([`retention_journal names ${erased.accountId}`])
    expect(await listFilesNaming(server.ctx, words)).toEqual([])
  })
})

/** Columns whose values the erasure itself uses, or that cannot contain a text of a person. */
const STRUCTURAL =
  /(^|_)(id|ids|key|keys|hash|state|status|purpose|kind|lane|destination|type|event|rule|actor|vendor|month|code|uid|sort|grant|channel|ticket|variants)$|^(email|sha256|crc32|brand_id|locale|left_on|photos|taken_at|manifest|entries|origin|source|files|days|currency|country_code|number|issue_date)$/

describe('AA-052 a closed account after its grace period', () => {
  test('AA-052 OP-59 marker test: no word of any of its texts is left in the database, the blobs or the logs', async () => {
    const { word, erased, other } = await createFixture()
    const before = await rowsOf(other)
    const order = await orderCodeOf(erased)
    const { deletionDate } = await closeAccount(server, erased)
    const marked = await markTexts(erased)
    expect(marked.length).toBeGreaterThan(10)
    await server.idle()
    server.clock.set(new Date(deletionDate))
    await eraseDueClosures(server.ctx, domains, new AbortController().signal)
    await server.idle()
    await sql`delete from pgboss.job where state = 'completed'`.execute(server.ctx.db)
    const words = [word, ...marked.map(({ text }) => text), erased.email]
    expect(await listTablesNaming(server.ctx, words)).toEqual([])
    expect(await listFilesNaming(server.ctx, words)).toEqual([])
    expect(words.filter(each => log.includes(each))).toEqual([])
    const { rows: records } = await sql<{ code: string; amount: string; currency: string }>`
      select code, amount, currency from order_records where code = ${order}`.execute(server.ctx.db)
    expect(records).toEqual([{ code: order, amount: '1115', currency: 'GBP' }])
    expect((await rowsOf(other)).orders).toEqual(before.orders)
  })
})

/** Expects that the command shows with --dry-run what every domain stores, and changes nothing. */
async function expectDryRun(erased: Client): Promise<void> {
  const before = await rowsOf(erased)
  const { code, lines } = await command(erased.email, '--dry-run')
  expect(code).toBe(0)
  expect(lines[0]).toBe(`Account ${erased.accountId} of keepsake-gb`)
  const declared = domains.filter(domain => domain.eraseAccount).map(({ name }) => name)
  const records = ['customers', 'closures']
  expect(lines.slice(1, -1).map(line => line.trim().split(':')[0])).toEqual([
    ...declared.filter(name => !records.includes(name)).toReversed(),
    ...records,
  ])
  expect(lines.join('\n')).toMatch(/photos: .*photos 8, blobs \d+/)
  expect(lines.at(-1)).toBe('Nothing was erased.')
  expect(await rowsOf(erased)).toEqual(before)
}

const orderCodeOf = async ({ accountId }: Client) =>
  (await findRow(server.ctx.db, 'orders', { account_id: accountId }, ['code']))!.code

/**
 * Writes a unique word into every text of the account, in every table and column of the schema, so that new ones are
 * covered without a change here.
 */
async function markTexts({ accountId }: Client): Promise<{ column: string; text: string }[]> {
  const { db } = server.ctx
  const marked: { column: string; text: string }[] = []
  // The journal stays, with texts of the server's own only (decision 0029).
  for (const [table, accounts] of listAccountTables().filter(([name]) => name !== 'retention_journal')) {
    const { rows } = await sql<{ column: string; type: string }>`
      select column_name as "column", data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and data_type in ('text', 'jsonb')`.execute(db)
    for (const { column, type } of rows) {
      if (STRUCTURAL.test(column) || (accounts as readonly string[]).includes(column)) continue
      const text = `word${randomUUID().slice(0, 13)}`
      const value =
        type === 'jsonb'
          ? sql`case jsonb_typeof(${sql.ref(column)}) when 'object'
              then ${sql.ref(column)} || jsonb_build_object('marker', ${text}::text) else ${sql.ref(column)} end`
          : sql`${text}::text`
      const { numAffectedRows = 0n } = await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${value}
        where ${sql.ref(accounts[0] as string)} = ${accountId}`.execute(db)
      if (numAffectedRows > 0n) marked.push({ column: `${table}.${column}`, text })
    }
  }
  return marked
}

describe('RV-610 the arguments of erase-account', () => {
  test('may name an unknown account, which is reported', async () => {
    const { code, text } = await command('nobody@keepsake.test', '--by', 'Ada')
    expect(code).toBe(1)
    expect(text).toContain('No account is called nobody@keepsake.test')
  })

  test.each([
    [[]],
    [['a@b.example']],
    [['a@b.example', '--by', ' ']],
    [['a', 'b', '--by', 'Ada']],
    [['a', '--force']],
  ])('are refused as %j', args => {
    expect(createEraseAccountCommand(domains).parse(args)).toBeNull()
  })
})

/** Creates two customers with data of every kind, who share albums with each other. */
async function createFixture(): Promise<ErasureFixture> {
  const word = `word${randomUUID().slice(0, 13)}`
  const [erased, other] = [await server.customer(), await server.customer()]
  const { db } = server.ctx
  await updateRows(
    db,
    'customers',
    { account_id: erased.accountId },
    { first_name: `${word} first`, last_name: `${word} last` },
  )
  await erased.upload(`${word}-erased.jpg`, await jpeg())
  const body = { photoIds: await photoIds(erased) }
  await erased.call(deletePhotos, { body })
  await erased.call(erasePhotos, { body })
  await erased.upload(`${word}-kept.jpg`, await jpeg({ camera: { make: `${word}-make`, model: 'X1' } }))
  await erased.upload(`${word}-binned.jpg`, await jpeg())
  await other.upload('other.jpg', await jpeg())
  await server.idle()
  await backfillFacts(server.ctx, new AbortController().signal)
  const [kept, binned] = await photoIds(erased)
  const [others] = await photoIds(other)
  await erased.call(deletePhotos, { body: { photoIds: [binned!] } })
  const { albumId } = await erased.call(createAlbum, { body: { name: `${word} album` } })
  await erased.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds: [kept!] } })
  const [ownShared, otherShared, ended] = [randomUUID(), randomUUID(), randomUUID()]
  const shared = (id: string, owner: Client, participant: Client) => ({
    albumId: id,
    name: owner === erased ? `${word} shared` : 'Shared',
    owner: owner.email,
    participants: [participant.email],
    created: '2021-08-01T10:00:00Z',
    photos: [
      { owner: erased.email, photoId: kept! },
      { owner: other.email, photoId: others! },
    ],
  })
  const sharedAlbums = [
    shared(ownShared, erased, other),
    shared(ended, erased, other),
    shared(otherShared, other, erased),
  ]
  expect((await importSharedAlbums(server.ctx, JSON.stringify({ sharedAlbums }))).problems).toEqual([])
  await erased.fetch(`${SERVICES.sharedAlbums}/shared-albums/${ended}`, { method: 'DELETE' })
  await erased.call(createDownload, {
    body: { id: randomUUID(), name: `${word} zip`, photos: [{ photoId: kept!, ownerId: erased.accountId }] },
  })
  await other.call(createSharedAlbumDownload, {
    body: { albumId: otherShared, photos: [{ photoId: kept!, ownerId: erased.accountId }] },
  })
  await erased.call(createExport, { body: { channel: 'KEEPSAKE-GB' } })
  await erased.call(createTempSelection, { body: { photoIds: [kept!] } })
  await erased.call(createUploadSession, { body: {} })
  const files = [{ fileId: randomUUID(), fileName: `${word}-batch.jpg`, size: 1, state: 'waiting' as const }]
  await erased.call(recordBatchFiles, { params: { id: randomUUID() }, body: { files } })
  const unfinished = await erased.createUpload(`${word}-unfinished.jpg`, 100)
  await erased.patch(unfinished.headers.get('location')!, 0, Buffer.from(word))
  await subscribe(erased, word)
  await erased.call(createAddress, { body: addressForTests({ lastName: `${word} address` }) })
  await sendOrder(erased, word)
  await reportProblem(erased, word)
  await erased.call(createCheckoutTicket)
  await sendProductFiles(erased, word)
  await sendInvoice(erased, word)
  await sendProject(erased, word)
  await server.idle()
  await decideGroups(erased)
  await choosePhotos(erased)
  await insertRowsWithoutEndpoint(erased, word)
  return { word, erased, other, ownShared, otherShared }
}

/** Leaves a change of dates, a suggested selection and the choice of places. */
async function choosePhotos(customer: Client): Promise<void> {
  const selection = { photoIds: (await photoIds(customer)).slice(0, 1) }
  await customer.call(changePhotoDates, {
    body: { requestId: randomUUID(), selection, set: { precision: 'year', year: 1974 } },
  })
  await customer.call(createSelectionDraft, { body: { wanted: 1 } })
  await customer.call(updatePlaceChoice, { body: { isOn: true } })
}

/** Leaves rows in all tables of groups: a decision, a run, a separated pair and a group that waits. */
async function decideGroups(customer: Client): Promise<void> {
  const [first, second, third] = [createHash(), createHash(), createHash()]
  const photos = [first, first, second, second, third, third].map((hash, place) => ({
    hash,
    cameraId: place % 2 === 0 ? null : 1,
  }))
  await insertComparedPhotos(server.ctx, customer.accountId, photos)
  await regroup(server, customer)
  const [group, other] = await listGroups(customer, 'copies')
  const ids = (of: typeof group) => of!.members.map(({ image }) => image.imageId)
  await customer.call(separateCopies, { params: { groupId: group!.groupId }, body: { photoIds: ids(group) } })
  await customer.call(decideGroup, {
    params: { kind: 'copies', groupId: other!.groupId },
    body: { version: other!.version, keep: ids(other).slice(0, 1) },
  })
  const body = { requestId: randomUUID() }
  await customer.call(decideAllGroups, { params: { kind: 'similar' }, body })
}

async function photoIds(customer: Client): Promise<string[]> {
  return (await customer.call(getPhotos)).images.map(image => image.imageId)
}

async function subscribe({ email }: Client, source: string): Promise<void> {
  const path = `${SERVICES.subscriptions}/retailer/profiles/${email}`
  const body = { channel: 'KEEPSAKE-GB', requestedAt: '2026-01-01T00:00:00Z', source }
  expect((await putAsService(server, SERVICE_TOKEN, path, body)).status).toBe(200)
}

/** A saved project with its preview. */
async function sendProject({ accountId }: Client, word: string): Promise<void> {
  const previewId = randomUUID()
  await storePicture(server.ctx, { pictureId: previewId, accountId, bytes: await jpeg() })
  const project = projectForTests(server.clock.now(), { title: `${word} project`, previewId })
  await upsertProject(server.ctx, randomUUID(), accountId, project)
}

async function sendOrder({ accountId }: Client, word: string): Promise<void> {
  const order = orderForTests(accountId, '2026-01-01T00:00:00Z', {
    products: [{ code: `K-${randomUUID()}`, article: word, title: word, photoIds: [randomUUID()] }],
    deliveryAddress: { lastName: word, street: word, city: word, countryCode: 'GB' },
    total: { amount: 1115, currency: 'GBP' },
  })
  const path = `${SERVICES.orders}/retailer/orders/K-${randomUUID().slice(0, 8)}`
  expect((await putAsService(server, SERVICE_TOKEN, path, order)).status).toBe(200)
}

/** A report and a further message, each with a photo; a third photo is not sent. */
async function reportProblem(customer: Client, word: string): Promise<void> {
  const code = await placeSentOrder(server, customer.accountId, { total: { amount: 1115, currency: 'GBP' } })
  const complaintId = randomUUID()
  const attach = async () =>
    (await customer.upload(`${word}-report.jpg`, await jpeg(), { purpose: 'complaint', complaintId }))
      .uploadId
  await report(customer, code, { text: `${word} is torn`, attachmentIds: [await attach()] }, complaintId)
  const message = { messageId: randomUUID(), text: word, attachmentIds: [await attach()] }
  await customer.call(addComplaintMessage, { params: { complaintId }, body: message })
  await attach()
}

/** Two versions: the bytes of the first one are no longer used. */
async function sendProductFiles({ accountId }: Client, word: string): Promise<void> {
  const path = `${SERVICES.productFiles}/retailer/products/K-${randomUUID()}/files/product.pdf`
  for (const version of [1, 2]) {
    const url = new URL(`${path}?version=${version}&accountId=${accountId}`, server.origin)
    const headers = { 'content-type': 'application/pdf', authorization: `Bearer ${SERVICE_TOKEN}` }
    const body = new Uint8Array(pdfForTests(`${word} ${version}`))
    expect((await fetch(url, { method: 'PUT', headers, body })).status).toBe(200)
  }
}

async function sendInvoice({ accountId }: Client, word: string): Promise<void> {
  const invoice = invoiceForTests(accountId)
  const buyer = { ...invoice.buyer!, name: `${word} buyer`, reference: word }
  await upsertInvoice(server.ctx, randomUUID(), { ...invoice, buyer })
}

/** Rows that no call creates here: of a legacy library, mailed links, the retailer and the retention. */
async function insertRowsWithoutEndpoint({ accountId, email }: Client, word: string): Promise<void> {
  const { db, clock } = server.ctx
  const now = clock.now()
  const list = (...items: string[]) => JSON.stringify(items)
  const source = `${word}/${accountId}`
  const product_code = `P-${randomUUID()}`
  const key_id = randomUUID()
  const event = { event_id: `msg_${randomUUID()}`, endpoint_id: accountId }
  const { photo_id } = (await findRow(db, 'photos', { account_id: accountId }, ['photo_id']))!
  await insertAccountRows(
    server.ctx,
    accountId,
    {
      activations: { state: 'active', source },
      // One database has a trigger that has done this.
      activation_sources: { source },
      import_files: { state: 'refused' },
      import_albums: { files: '[]' },
      order_address_changes: { state: 'sent' },
      order_cancellations: { state: 'sent', reason: 'other' },
      order_mails: { kind: 'order-refund' },
      withdrawals: {
        ...{ brand_id: 'keepsake-gb', locale: 'en-GB', order_code: word, state: 'received', is_late: false },
        ...{ recipient: `${word}@example.com`, product_codes: list(word), delivered_at: now },
      },
      reorder_requests: {},
      vouchers: { body: JSON.stringify({ title: word, redeemed: false }) },
      order_files: { issues: JSON.stringify({ [word]: 'unknown' }) },
      file_orders: { state: 'ordered', order_codes: list(word) },
      passkeys: { algorithm: -7, transports: '[]' },
      webauthn_handles: {},
      former_emails: { email: `${word}@keepsake.test`, is_lost: false },
      sftp_passwords: { networks: '[]' },
      sftp_users: {},
      sftp_keys: { type: 'ssh-ed25519', networks: '[]' },
      retailer_outbox: { kind: 'orders.address-change', state: 'refused', last_problem: word, ended_at: now },
      api_keys: { key_id, scopes: list('orders:read'), used_networks: list(word) },
      api_key_calls: { key_id, path: `/${word}`, network: word },
      callbacks: { endpoint_id: accountId, state: 'on' },
      callback_secrets: { endpoint_id: accountId },
      callback_numbers: {},
      callback_events: { event_id: event.event_id, type: 'order.changed', about: word },
      callback_deliveries: { ...event, state: 'delivered', requested: false, failures: 0 },
      callback_attempts: { ...event, address: `https://${word}.example/`, format: 'JSON' },
      widgets: {
        product_code,
        ...{ title: word, description: word },
        body: JSON.stringify({ title: word, pages: [{ pictures: [], text: word }] }),
      },
      gallery_entries: { product_code, channel: 'KEEPSAKE-GB', category_id: 'family', state: 'approved' },
      business_details: { invoice_email: `${word}@example.com` },
      retention_notices: { state: 'sent', brand_id: 'keepsake-gb' },
      retention_departures: { state: 'erased', left_on: '2026-01-01', brand_id: 'keepsake-gb' },
      retention_journal: { event: 'reminded', rule: 'reminder', actor: 'daily job' },
      closures: { keep_hash: randomUUID(), state: 'reopened' },
      orphan_blobs: { blob_key: `${accountId}/originals/${'a'.repeat(64)}-${randomUUID()}` },
      erased_photos: {},
      photo_ingests: { photo_id, lane: 'heic' },
      library_moves: { destination: 'bin', state: 'done', photos: 0, moved: 0 },
    },
    word,
  )
  const tokens = [
    { account_id: accountId, purpose: 'new-password', payload: JSON.stringify({ email }) },
    // Mailed before the address had an account.
    {
      account_id: randomUUID(),
      purpose: 'sign-up',
      payload: JSON.stringify({ email, brandId: 'keepsake-ie' }),
    },
  ]
  const times = { created_at: now, expires_at: now }
  for (const token of tokens)
    await insertRows(db, 'mail_tokens', { token_hash: randomUUID(), ...token, ...times } as never)
}

/** Declared account tables without a row of the account. */
async function emptyTablesOf({ accountId }: Client): Promise<string[]> {
  const rows = await readAccountRows(server.ctx, accountId)
  return Object.keys(rows).filter(table => rows[table]!.length === 0)
}

const rowsOf = ({ accountId }: Client) => readAccountRows(server.ctx, accountId)

async function idsOf({ accountId }: Client): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select photo_id::text as id from photos where account_id = ${accountId}
    union all select album_id::text from albums where account_id = ${accountId}`.execute(server.ctx.db)
  return rows.map(row => row.id)
}
