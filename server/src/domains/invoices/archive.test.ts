import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { getHistoricalInvoices, getInvoiceArchiveUrl } from '#contract/invoices.ts'
import type { retailerInvoice } from '#contract/retailer-invoices.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { unzip } from '../../testing/unzip.ts'
import { closeAccount } from '../identity/testing/mail-links.ts'
import { invoiceForTests, invoiceGroupForTests } from './invoices.testing.ts'
import { upsertInvoice, upsertInvoiceGroup } from './invoices.ts'

let business: Client
let prefix: string
const server = closeAfterAll(await testServer())
beforeEach(async () => {
  business = await server.customer({ business: true })
  prefix = randomUUID().slice(0, 8)
})

type More = Partial<typeof retailerInvoice._zod.input>

const announce = (number: string, issueDate: string, more: More = {}) =>
  upsertInvoice(
    server.ctx,
    `${prefix}/${number}`,
    invoiceForTests(business.accountId, { issueDate, ...more }),
  )

/** Four documents of 2026 in three quarters, one of 2025, and one of 2026 without a PDF. */
async function announceSix(): Promise<void> {
  await announce('1', '2025-12-31')
  await announce('2', '2026-01-01')
  await announce('3', '2026-03-31')
  await announce('4', '2026-04-01', {
    kind: 'credit-note',
    corrects: [{ number: `${prefix}/3`, issueDate: '2026-03-31' }],
  })
  const group = invoiceGroupForTests(business.accountId, {
    number: `${prefix}/5`,
    issueDate: '2026-12-31',
    dueDate: '2027-01-31',
  })
  await upsertInvoiceGroup(server.ctx, `G-${prefix}`, group)
  await announce('6', '2026-05-01', { pdf: 'supplied' })
  await server.idle()
}

const getArchiveUrl = (period: string) => business.call(getInvoiceArchiveUrl, { params: { period } })

async function fetchArchive(url: string): Promise<Map<string, Buffer>> {
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(answer.headers.get('content-length')).toBe(String(bytes.length))
  return unzip(bytes)
}

const parseRows = (csv: Buffer) =>
  csv
    .toString()
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .map(line => line.split(','))

describe('AA-084 the invoices of a year as one zip', () => {
  test('have every PDF that is ready, named by its number, and a CSV with the same sums', async () => {
    await announceSix()
    const { url, invoicesCount, size } = await getArchiveUrl('2026')
    expect(invoicesCount).toBe(4)
    const head = await fetch(url, { method: 'HEAD' })
    expect(Number(head.headers.get('content-length'))).toBe(size)
    const files = await fetchArchive(url)
    const names = ['2', '3', '4', '5'].map(number => `${prefix}-${number}.pdf`)
    expect([...files.keys()]).toEqual(['invoices-2026.csv', ...names])
    for (const name of names) expect(files.get(name)!.subarray(0, 5).toString()).toBe('%PDF-')

    const [header, ...rows] = parseRows(files.get('invoices-2026.csv')!)
    const column = (name: string) => header!.indexOf(name)
    expect(new Set(rows.map(row => row[column('file')]))).toEqual(new Set(names))
    const gross = rows.reduce((sum, row) => sum + Math.round(Number(row[column('gross')]) * 100), 0)
    const { historicalInvoices } = await business.call(getHistoricalInvoices)
    const listed = historicalInvoices.filter(({ date, status }) => date >= '2026' && status === 'ready')
    expect(gross).toBe(listed.reduce((sum, { amount }) => sum + amount, 0))
    expect(rows.find(row => row[0] === `${prefix}/4`)).toEqual([
      ...[`${prefix}/4`, 'credit-note', `${prefix}/3`, '2026-04-01', '2026-12-20', 'KEEPSAKE-GB', '', 'GBP'],
      ...['S', '20.00', '-80.00', '-16.00', '-96.00', `${prefix}-4.pdf`],
    ])
  })

  test('or of a quarter', async () => {
    await announceSix()
    expect((await getArchiveUrl('2026-Q1')).invoicesCount).toBe(2)
    expect([...(await fetchArchive((await getArchiveUrl('2026-Q2')).url)).keys()]).toEqual([
      'invoices-2026-Q2.csv',
      `${prefix}-4.pdf`,
    ])
    expect((await getArchiveUrl('2026-Q4')).invoicesCount).toBe(1)
    const without = await business.expectError(getInvoiceArchiveUrl, { params: { period: '2026-Q3' } })
    expect(without.status).toBe(404)
  })

  test.each(['26', '2026-Q5', '2026-1', '2026-Q'])('but not of %j', async period => {
    const { status } = await business.expectError(getInvoiceArchiveUrl, { params: { period } })
    expect(status).toBe(400)
  })

  test('resume byte for byte, also when another invoice became ready meanwhile', async () => {
    await announceSix()
    const { url, size } = await getArchiveUrl('2026')
    const answer = await fetch(url)
    const whole = Buffer.from(await answer.arrayBuffer())
    server.clock.advance(1000)
    await announce('7', '2026-02-02')
    await server.idle()
    const cut = Math.floor(size / 3)
    const headers = { range: `bytes=${cut}-`, 'if-range': answer.headers.get('etag')! }
    const rest = await fetch(url, { headers })
    expect(rest.status).toBe(206)
    expect(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(cut))).toBe(true)
    expect((await getArchiveUrl('2026')).invoicesCount).toBe(5)
  })

  test('have an address that must be used soon, as it is, and ends with the account', async () => {
    await announceSix()
    const { url } = await getArchiveUrl('2026')
    expect((await fetch(url.replace('invoices-2026', 'invoices-2025'))).status).toBe(403)
    const token = url.split('/').at(-2)!
    // Not the last character, which has unused bits.
    const other = token.slice(0, -4) + (token.at(-4) === 'A' ? 'B' : 'A') + token.slice(-3)
    expect((await fetch(url.replace(token, other))).status).toBe(403)
    await closeAccount(server, business)
    expect((await fetch(url)).status).toBe(404)
    server.clock.advance(301_000)
    expect((await fetch(url)).status).toBe(404)
  })

  test('cannot be started later than five minutes after', async () => {
    await announceSix()
    const { url } = await getArchiveUrl('2026')
    server.clock.advance(301_000)
    expect((await fetch(url)).status).toBe(403)
  })

  test('are the caller’s own: another business has none', async () => {
    await announceSix()
    const stranger = await server.customer({ business: true })
    const params = { period: '2026' }
    expect((await stranger.expectError(getInvoiceArchiveUrl, { params })).status).toBe(404)
  })
})
