import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAddress, deleteAddress } from '#contract/addresses.ts'
import { LOCALES } from '#contract/brands.ts'
import { createExport } from '#contract/exports.ts'
import { getJournal, undoEntry } from '#contract/journal.ts'
import { deletePhotos, erasePhotos } from '#contract/photos.ts'
import { jobKinds } from './app.ts'
import { caseCommand } from './case-command.ts'
import { sendMail } from './domains/mails/index.ts'
import { upsertOrder } from './domains/orders/orders.ts'
import { listValues } from './platform/db/rows.ts'
import { addressForTests } from './testing/addresses.ts'
import type { Client } from './testing/client.ts'
import { closeAfterAll } from './testing/close-after-all.ts'
import { testServer } from './testing/harness.ts'
import { insertPhotoRows } from './testing/photo-rows.ts'
import { orderForTests, productForTests } from './testing/retailer-orders.ts'

const server = closeAfterAll(await testServer())
const why = ['--why', 'ticket 88121', '--by', 'operator-lena']

async function readShort(words: readonly string[]): Promise<string> {
  const lines: string[] = []
  expect(await caseCommand.parse([...words, '--short', ...why])!(server.ctx, line => lines.push(line))).toBe(
    0,
  )
  return lines.join('\n')
}

/** Does what leaves many ids, networks, services and jobs. */
async function fillAccount(customer: Client): Promise<void> {
  const { accountId } = customer
  await insertPhotoRows(server.ctx, accountId, 5)
  const rows = await sql<{
    photo_id: string
  }>`select photo_id from photos where account_id = ${accountId} limit 3`.execute(server.ctx.db)
  server.clock.advance(60_000)
  await customer.call(deletePhotos, { body: { photoIds: rows.rows.map(row => row.photo_id) } })
  server.clock.advance(60_000)
  const { id } = await customer.call(createAddress, { body: addressForTests({ companyName: 'Studio' }) })
  server.clock.advance(60_000)
  await customer.call(deleteAddress, { params: { id } })
  const { entries } = await customer.call(getJournal)
  await customer.call(undoEntry, { params: { id: entries[0]!.id } })
  server.clock.advance(60_000)
  await customer.call(createExport, { body: { channel: 'KEEPSAKE-GB' } })
  const products = [productForTests(`P-${accountId.slice(0, 8)}`)]
  await upsertOrder(
    server.ctx,
    `4711-${accountId.slice(0, 4)}`,
    orderForTests(accountId, server.clock.now(), { products }),
  )
  const from = { name: 'Keepsake', address: 'no-reply@keepsake.test' }
  const message = { to: customer.email, from, subject: 'x', text: 'x', html: '' }
  await sendMail(server.ctx, { accountId, kind: 'subscription' }, message)
  await server.idle()
}

/** What a text for the customer must not have, besides ids, networks, addresses and names of kinds. */
const FORBIDDEN = [
  ...'operator-lena lena ticket 88121 case.read journal entry actor grant session'.split(' '),
  ...'job worker queue outbox delivery webhook sftp smtp database retailer'.split(' '),
  ...['order-system', 'care ', 'system', 'account_id', 'device ', 'undefined', 'null', 'NaN', '{', '127.0.0'],
  '250 ',
]

test('NX-447 the short form is sentences of Activity without ids, networks, operators, services and jobs', async () => {
  const [anna, ben] = [await server.customer(), await server.customer()]
  for (const customer of [anna, ben]) await fillAccount(customer)
  const text = await readShort([anna.email])
  expect(text.split('\n').map(line => line.replace(/\d?\d:\d\d/, '00:00'))).toEqual([
    'What’s in progress, and what happened in the last 30 days.',
    '',
    expect.stringMatching(/^\w+,? \d+ \w+ 20\d\d$/),
    expect.stringMatching(/^ {2}00:00 {2}Export of your library · Available until \w+day, \d+ \w+ 20\d\d$/),
    '  00:00  Address deleted · Undone',
    expect.stringMatching(/^ {2}00:00 {2}Address added · Can be undone until \w+day, \d+ \w+ 20\d\d$/),
    expect.stringMatching(/^ {2}00:00 {2}3 photos deleted · Can be undone until \w+day, \d+ \w+ 20\d\d$/),
  ])
  for (const word of FORBIDDEN) expect([word, text.toLowerCase().includes(word)]).toEqual([word, false])
  for (const { name } of jobKinds) expect(text).not.toContain(name)
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|@|\d+\.\d+\.\d+/)
  expect(text).not.toContain(ben.accountId.slice(0, 4))
})

test('NX-447 it is in the language of the customer, or the one that is asked for, in each of them', async () => {
  const anna = await server.customer()
  await fillAccount(anna)
  await sql`update customers set locale = 'de-DE' where account_id = ${anna.accountId}`.execute(server.ctx.db)
  expect(await readShort([anna.email])).toContain('Export Ihrer Bibliothek')
  for (const locale of LOCALES) {
    const text = await readShort([anna.email, '--locale', locale])
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|\{|@|undefined/)
    if (!locale.startsWith('en')) expect(text).not.toContain('Export of your')
  }
})

test('NX-447 a deletion that waits says until when it can be stopped', async () => {
  const anna = await server.customer()
  const { ctx, clock } = server
  await insertPhotoRows(ctx, anna.accountId, 212)
  const photoIds = await listValues(ctx.db, 'photos', { account_id: anna.accountId }, 'photo_id')
  await anna.call(deletePhotos, { body: { photoIds } })
  const { effectiveAt } = await anna.call(erasePhotos, { body: { photoIds } })
  const text = await readShort([anna.email])
  expect(text).toMatch(
    /212 photos to be deleted forever · Can be stopped until \w+day, \d+ \w+ 20\d\d at \d\d:\d\d$/m,
  )
  const lines: string[] = []
  await caseCommand.parse([anna.email, ...why])!(ctx, line => lines.push(line))
  expect(lines.join('\n')).toContain(
    `photos.erasure-requested, 212 photos · can be stopped until ${effectiveAt}`,
  )
  clock.advance(Date.parse(effectiveAt!) - clock.now().getTime())
  lines.length = 0
  await caseCommand.parse([anna.email, ...why])!(ctx, line => lines.push(line))
  expect(lines.join('\n')).toContain(`212 photos · in effect since ${effectiveAt}`)
})

test('NX-447 an account without activity says so, whoever has read it', async () => {
  const anna = await server.customer()
  server.clock.advance(40 * 86_400_000)
  const text = await readShort([anna.email, '--since', '2d'])
  expect(text).toBe('What’s in progress, and what happened in the last 2 days.\nNo activity yet')
})
