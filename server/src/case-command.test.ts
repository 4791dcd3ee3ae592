import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { getActivity } from '#contract/activity.ts'
import { createExport } from '#contract/exports.ts'
import { getJournal } from '#contract/journal.ts'
import { deletePhotos } from '#contract/photos.ts'
import { putOrder } from '#contract/retailer-orders.ts'
import * as sftp from '#contract/sftp-access.ts'
import { caseCommand } from './case-command.ts'
import { invoiceForTests } from './domains/invoices/invoices.testing.ts'
import { upsertInvoice } from './domains/invoices/invoices.ts'
import { sendMail } from './domains/mails/index.ts'
import { upsertOrder } from './domains/orders/orders.ts'
import { startSftpServer } from './domains/sftp-access/connection/sftp-server.ts'
import { connectSftpWithKey, createKeyPair } from './domains/sftp-access/sftp-access.testing.ts'
import { createRecordingLog } from './platform/log/recording-log.testing.ts'
import { MailError } from './platform/mail/mail.ts'
import { insertAccountRows } from './testing/account-rows.ts'
import { Client } from './testing/client.ts'
import { closeAfterAll } from './testing/close-after-all.ts'
import { type TestServer, testServer } from './testing/harness.ts'
import { readJournal } from './testing/journal-entries.ts'
import { insertPhotoRows } from './testing/photo-rows.ts'
import { orderForTests, productForTests } from './testing/retailer-orders.ts'

const RETAILER = { name: 'order-system', token: 's'.repeat(40) }
const { log, output, clearOutput } = createRecordingLog()
const server = closeAfterAll(
  await testServer({ log, config: { sftp: { port: 0 }, serviceTokens: [RETAILER] } }),
)
const sftpServer = closeAfterAll(await startSftpServer(server.ctx))

/** Runs the command; its output without the words of `strangers` is part of every answer. */
async function readCase(words: readonly string[], { ctx }: Pick<TestServer, 'ctx'> = server) {
  const lines: string[] = []
  const code = await caseCommand.parse(words)!(ctx, line => lines.push(line))
  return { code, text: lines.join('\n'), lines }
}
const why = ['--why', 'ticket 88121', '--by', 'lena']

test('NX-445 RV-1022 where are the photos of 2019?', async () => {
  const [anna, ben] = [await server.customer(), await server.customer()]
  for (const { accountId } of [anna, ben]) await insertPhotoRows(server.ctx, accountId, 8)
  const setYear = (accountId: string, year: number, ids: string) =>
    sql`update photos set
    taken_at = make_timestamp(${year}, 7, 1, 12, 0, 0) where account_id = ${accountId} and upload_id in (${sql.raw(ids)})`.execute(
      server.ctx.db,
    )
  await setYear(anna.accountId, 2019, `'1', '2', '3', '4', '5'`)
  await setYear(ben.accountId, 1988, `'1', '2', '3'`)
  const rows = await sql<{ photo_id: string }>`select photo_id from photos
    where account_id = ${anna.accountId} and upload_id in ('1', '2', '3', '4')`.execute(server.ctx.db)
  server.clock.advance(59_000 - (server.clock.now().getTime() % 60_000))
  await anna.call(deletePhotos, { body: { photoIds: rows.rows.map(row => row.photo_id) } })
  const { code, text, lines } = await readCase([anna.email, ...why])
  expect(code).toBe(0)
  const [deletion, bin] = ['photos.deleted', 'still in'].map(what => lines.find(each => each.includes(what)))
  expect(bin!.slice(0, 19)).toBe(deletion!.slice(0, 19))
  expect(text).toContain('Library: 4 (2020: 3, 2019: 1)')
  expect(text).toContain('Recently deleted: 4 (2019: 4)')
  const day = new Date(server.clock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10)
  expect(text).toMatch(RegExp(`bin +still in Recently deleted: 4 \\(2019: 4\\) · restore until ${day}`))
  expect(text).toMatch(RegExp(`device +.*photos\\.deleted, 4 photos · undo until ${day}`))
  expect(text).not.toMatch(RegExp(`${ben.accountId}|${ben.email}|1988|IMG_`))
})

test('NX-445 RV-1022 was the order charged twice?', async () => {
  const [anna, ben] = [await server.customer(), await server.customer()]
  const now = server.clock.now()
  const body = (accountId: string, more: object) =>
    orderForTests(accountId, now, {
      products: [productForTests(`P-${accountId.slice(0, 8)}`)],
      total: { amount: 7010, currency: 'GBP' },
      ...more,
    })
  const paid = { method: 'card', lastDigits: '4242', paidAt: now.toISOString() } as const
  await upsertOrder(server.ctx, '4711-2140', body(anna.accountId, { payment: paid }))
  await upsertOrder(
    server.ctx,
    '4711-9999',
    body(ben.accountId, { payment: { ...paid, lastDigits: '1881' } }),
  )
  const retailer = new Client(server.origin, '', '', RETAILER.token)
  const wrong = { ...body(anna.accountId, { payment: paid }), version: 2, status: 'stolen' as never }
  for (let i = 0; i < 2; i++)
    await retailer.expectError(putOrder, { params: { code: '4711-2140' }, body: wrong })
  const { text } = await readCase(['4711-2140', ...why])
  const paidOnce = `order +4711-2140 +version 1, ordered, placed \\S+; £70\\.10; 1 payment recorded, card 4242, ${now.toISOString()}`
  expect(text).toMatch(RegExp(paidOnce))
  expect(text).toMatch(
    /service +order-system +refused PUT \/api\/orders\/retailer\/orders\/4711-2140, 400 bad-request status, 2 times since \S+; nothing was changed, order-system must send it again/,
  )
  expect(text).toContain('Orders: 1\n')
  expect(text).not.toMatch(RegExp(`${ben.accountId}|4711-9999|1881`))
})

test('NX-445 RV-1022 was the invoice fetched by SFTP?', async () => {
  const [anna, ben] = [await server.customer({ business: true }), await server.customer({ business: true })]
  const { privateKey, publicKey } = createKeyPair()
  await anna.call(sftp.addSftpKey, { body: { name: 'erp01', publicKey } })
  await upsertInvoice(server.ctx, '2026-0412', invoiceForTests(anna.accountId, { issueDate: '2026-03-01' }))
  await upsertInvoice(server.ctx, '2026-0413', invoiceForTests(anna.accountId, { issueDate: '2026-03-02' }))
  await upsertInvoice(server.ctx, '2026-7777', invoiceForTests(ben.accountId, { issueDate: '2026-03-01' }))
  await server.idle()
  const before = await readCase(['2026-0412', ...why])
  expect(before.text).toMatch(/invoice +2026-0412 +version 1, ready, .*2026-0412\.pdf, \d+ bytes, sha256/)
  expect(before.text).not.toMatch(/sftp\.session/)
  const session = await connectSftpWithKey(sftpServer.port, anna.accountId, privateKey)
  const pdf = await session.get('/invoices/2026/2026-0412.pdf')
  await session.close()
  await expect
    .poll(async () => (await readJournal(server.ctx, anna.accountId, 'sftp.session')).length)
    .toBe(1)
  const { text } = await readCase(['2026-0412.pdf', ...why])
  expect(text).toMatch(
    RegExp(
      `sftp +erp01 127\\.0\\.0\\.x +sftp\\.session.*fetched /invoices/2026/2026-0412\\.pdf, ${pdf.length} bytes`,
    ),
  )
  expect(text).not.toMatch(/fetched [^;\n]*2026-0413/)
  expect(before.text).toMatch(/Access: .*; sftpKeys 1, never used$/m)
  expect(text).toMatch(/Access: .*; sftpKeys 1, last used \d{4}-/)
  expect(text).not.toMatch(RegExp(`${ben.accountId}|2026-7777`))
})

test('NX-445 RV-1022 why has the export not arrived?', async () => {
  const idle = await testServer({ work: false })
  onTestFinished(() => idle.close())
  const [anna, ben] = [await idle.customer(), await idle.customer()]
  for (const customer of [ben, anna]) await insertPhotoRows(idle.ctx, customer.accountId, 2)
  const other = await ben.call(createExport, { body: { channel: 'KEEPSAKE-GB' } })
  const requested = await anna.call(createExport, { body: { channel: 'KEEPSAKE-GB' } })
  const id = (requested as unknown as { backupId: string }).backupId
  await sql`update pgboss.job set start_after = now() - interval '14 min' where name = 'exports.prepare'`.execute(
    idle.ctx.db,
  )
  const { code, text } = await readCase([id, ...why], idle)
  expect(code).toBe(0)
  expect(text).toMatch(RegExp(`export +${id} +requested, 0 photos in 0 zips`))
  expect(text).toMatch(/Job \S+ exports\.prepare .*: due for 14 min, behind 1 of its kind/)
  expect(text).toContain(
    'exports.prepare: no worker has fetched this kind for 14 min: operations must start one',
  )
  expect(text).not.toMatch(RegExp(`${ben.accountId}|${(other as unknown as { backupId: string }).backupId}`))
})

test('NX-444 a mail is listed with the reply of the server and its bounce, without an address', async () => {
  const anna = await server.customer()
  const mail = { accountId: anna.accountId, kind: 'subscription' } as const
  const from = { name: 'Keepsake', address: 'no-reply@keepsake.test' }
  const message = { to: anna.email, from, subject: 'A-subject', text: 'text', html: '' }
  await sendMail(server.ctx, mail, message)
  const { send } = server.ctx.mail
  server.ctx.mail.send = async () => {
    throw new MailError('The mail did not leave: EENVELOPE 550 at RCPT TO', true)
  }
  onTestFinished(() => {
    server.ctx.mail.send = send
  })
  await sendMail(server.ctx, { ...mail, kind: 'export-ready' }, message)
  const { text } = await readCase([anna.accountId, ...why])
  expect(text).toMatch(/mail +subscription +250 /)
  expect(text).toMatch(/mail +export-ready +The mail did not leave: EENVELOPE 550 at RCPT TO; bounced \d{4}-/)
  expect(text).not.toContain('A-subject')
})

test('NX-444 an account is found by its words, alone and among several', async () => {
  const anna = await server.customer({ business: true })
  const { ctx } = server
  const found = async (word: string) =>
    (await readCase([word, ...why])).text.includes(`Account ${anna.accountId},`)
  const batch_id = 'b37e1a5c-0000-4000-8000-000000000001'
  await insertAccountRows(ctx, anna.accountId, {
    former_emails: { email: 'before@old.example', since: new Date(0), is_lost: false },
    sftp_users: { user_name: 'harbour-light' },
    order_files: { name: '2026-01-01_a.json' },
    projects: { project_id: 'project-1' },
    upload_batch_files: { batch_id, file_name: 'a.jpg', state: 'added' },
    callback_events: { event_id: 'msg_1', type: 'ping' },
    exports: { backup_id: 'backup-1', state: 'failed', channel: 'KEEPSAKE-GB' },
  })
  const words = [
    anna.accountId,
    anna.email.toUpperCase(),
    'before@old.example',
    'harbour-light',
    '2026-01-01_a.json',
    'project-1',
    batch_id,
    'msg_1',
    'backup-1',
  ]
  for (const word of words) expect([word, await found(word)]).toEqual([word, true])
  const { text } = await readCase([anna.accountId, ...why])
  expect(text).toContain('SFTP user: harbour-light\n')
  expect(text).toMatch(/Before: b•••e@old\.example, until \d{4}-/)
  const ben = await server.customer()
  await sql`update former_emails set email = ${ben.email} where account_id = ${anna.accountId}`.execute(
    ctx.db,
  )
  const both = await readCase([ben.email, ...why])
  expect(both.code).toBe(2)
  expect(both.lines.length).toBe(3)
  expect(both.text).toContain(anna.accountId)
  expect(both.text).toContain(ben.accountId)
  expect(both.text).not.toContain(ben.email)
  expect(await readJournal(ctx, ben.accountId, 'case.read')).toEqual([])
  expect(await readCase([ben.email, '--vendor', 'nobody', ...why])).toMatchObject({ code: 1 })
  expect(await readCase(['no-such-word', ...why])).toMatchObject({
    code: 1,
    text: 'Nothing is known of no-such-word.',
  })
})

test('NX-444 one timeline has deliveries, the outbox, uploads, exports and the retention', async () => {
  const [anna, ben] = [await server.customer({ business: true }), await server.customer({ business: true })]
  const { ctx } = server
  for (const [{ accountId }, tag] of [
    [anna, 'anna'],
    [ben, 'ben'],
  ] as const) {
    const event = { event_id: `msg_${tag}`, endpoint_id: accountId }
    await insertAccountRows(ctx, accountId, {
      callback_events: { event_id: event.event_id, type: 'order.changed', about: `order-${tag}` },
      callback_deliveries: { ...event, state: 'waiting', requested: false, failures: 2 },
      retailer_outbox: {
        ...{ kind: 'customers.details', message_id: `message-${tag}`, subject: `subject-${tag}` },
        ...{ state: 'refused', attempts: 3, last_status: 409, last_problem: 'blocked' },
      },
      upload_batch_files: { file_name: `${tag}.jpg`, state: 'failed' },
      exports: { backup_id: `backup-${tag}`, state: 'failed', channel: 'KEEPSAKE-GB' },
      retention_journal: {
        ...{ event: 'library-left', rule: 'deadline', actor: 'worker', brand_id: 'keepsake-gb' },
        ...{ photos: 12, note: `note-${tag}` },
      },
    })
    for (const attempt of [
      { n: 1, status: null, problem: 'timeout' },
      { n: 2, status: 503, problem: null },
    ])
      await insertAccountRows(ctx, accountId, {
        callback_attempts: { ...event, ...attempt, format: 'JSON', duration_ms: 231 },
      })
  }
  const { text } = await readCase([anna.accountId, ...why])
  expect(text).toMatch(
    /delivery +order\.changed order-anna, msg_anna, waiting, 2 attempts, last 503 in 231 ms\n/,
  )
  expect(text).toMatch(/outbox +customers\.details +\(subject-anna\): .*3 attempts, 409 blocked\n/)
  expect(text).toMatch(/upload +[-0-9a-f]{36} +1 files: 0 added, 0 already there, 1 refused, 0 missing\n/)
  expect(text).toMatch(/export +backup-anna +failed, 0 photos in 0 zips, 0 bytes\n/)
  expect(text).toMatch(/retention +worker +library-left, rule deadline, 12 photos, note-anna\n/)
  expect(text).not.toMatch(/-ben|anna\.jpg/)
})

test('NX-446 a reading changes nothing but its entry, which the customer sees, and its line of the log', async () => {
  const [anna, ben] = [await server.customer(), await server.customer()]
  await server.idle()
  const readRows = async () => {
    const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(server.ctx.db)
    const hashes: Record<string, { count: number; hash: string }> = {}
    for (const { name } of tables) {
      const { rows } = await sql<{ count: number; hash: string }>`select count(*)::int as count,
        md5(string_agg(t::text, ',' order by t::text)) as hash
        from ${sql.table(name)} t /* across accounts: the test compares all rows */`.execute(server.ctx.db)
      hashes[name] = rows[0]!
    }
    return hashes
  }
  const { journal: entries, ...before } = await readRows()
  clearOutput()
  await readCase([anna.email, ...why])
  const { journal, ...after } = await readRows()
  expect(after).toEqual(before)
  expect(journal!.count).toBe(entries!.count + 1)
  expect(await readJournal(server.ctx, anna.accountId, 'case.read')).toMatchObject([
    { actor: 'care', actor_id: 'lena', detail: { reason: 'ticket 88121' }, network: null },
  ])
  const lines = output()
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
  expect(lines).toMatchObject([{ code: 'case-read', account: anna.accountId, by: 'lena' }])
  expect(output()).not.toMatch(RegExp(`${anna.email}|88121`))
  const [item] = (await anna.call(getActivity)).items
  expect(item).toMatchObject({
    kind: 'case.read',
    state: 'done',
    entry: { actor: { type: 'care' }, undo: 'none' },
  })
  expect((await anna.call(getJournal)).entries[0]).toMatchObject({
    kind: 'case.read',
    actor: { type: 'care', accessId: null },
  })
  expect((await ben.call(getActivity)).items).toEqual([])
  const again = await readCase([anna.email, ...why])
  expect(again.text.match(/case\.read, reason ticket 88121/g)).toHaveLength(2)
})

test('NX-446 addresses are shortened unless --full, and --json has the same', async () => {
  const anna = await server.customer()
  const [name, domain] = anna.email.split('@') as [string, string]
  const masked = `${name[0]}•••${name.at(-1)}@${domain}`
  const short = (await readCase([anna.email, ...why])).text
  expect(short).toContain(masked)
  expect(short).not.toContain(anna.email)
  expect((await readCase([anna.email, '--full', ...why])).text).toContain(anna.email)
  const json = JSON.parse((await readCase([anna.email, '--json', ...why])).text)
  expect(json.facts[0]).toContain(masked)
  expect(json.lines[0]).toMatchObject({ who: 'care', by: 'lena', what: 'case.read, reason ticket 88121' })
})

test('NX-446 the period ends at the day that is asked for', async () => {
  const anna = await server.customer()
  await readCase([anna.email, '--why', 'first', '--by', 'lena'])
  server.clock.advance(7 * 86_400_000 - 1000)
  expect((await readCase([anna.email, '--since', '7d', ...why])).text).toContain('reason first')
  server.clock.advance(2000)
  expect((await readCase([anna.email, '--since', '7d', ...why])).text).not.toContain('reason first')
})

test('NX-446 without a word or a reason it prints its usage', () => {
  for (const words of [
    [],
    ['anna@example.com'],
    ['anna@example.com', '--why', ' '],
    ['anna@example.com', '--why', 'x'.repeat(201)],
    ['--why', 'ticket'],
    ['a', 'b', '--why', 'ticket'],
    ['a', '--why', 'ticket', '--since', '7'],
    ['a', '--why', 'ticket', '--locale', 'de-DE'],
    ['a', '--why', 'ticket', '--short', '--locale', 'xx-XX'],
    ['a', '--why', 'ticket', '--short', '--full'],
    ['a', '--why', 'ticket', '--by', ' '],
  ])
    expect([words, caseCommand.parse(words)]).toEqual([words, null])
})
