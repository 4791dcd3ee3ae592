import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { invoiceForTests } from '#server/domains/invoices/invoices.testing.ts'
import { createServiceToken } from '#server/domains/services/tokens/command.ts'
import { startServerWithShop } from '../testing/server-with-shop.testing.ts'

let both: Awaited<ReturnType<typeof startServerWithShop>>
let token: string
let accountId: string
beforeAll(async () => {
  both = await startServerWithShop()
  const terms = { vendors: ['keepsake'], scopes: null, days: 1 }
  token = (await createServiceToken(both.server.ctx, 'invoicing', terms))!.token
  accountId = (await both.server.customer({ business: true })).accountId
})
afterAll(() => both.close())

const put = (path: string, body: object) =>
  fetch(both.server.origin + path, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const read = async () => (await fetch(`${both.shop.origin}/back-office/refusals`)).text()
const invoices = `${SERVICES.invoices}/retailer/invoices`

test('NX-359 RV-870 the back office shows what was refused and why, until a version is accepted', async () => {
  expect(await read()).toContain('Nothing is refused.')
  const invoice = invoiceForTests(accountId, { pdf: 'supplied' })
  await put(`${invoices}/2026%2F7`, { ...invoice, dueDate: '2026-11-19' })
  await expect.poll(read).toContain('dueDate: conflict')
  const page = await read()
  expect(page).toContain(`PUT ${invoices}/2026/7`)
  expect(page).toContain('400 bad-request')
  expect(page).toContain('Tries of invoicing: 1')
  // Stored with problems.
  await put(`${invoices}/2026%2F7`, { ...invoice, totals: { ...invoice.totals, vat: 1601 } })
  await expect.poll(read).toContain('totals.vat is 1601, not 1600')
  expect(await read()).toContain('Tries of invoicing: ')
  // Neither a dry run nor a read is listed.
  await put(`${invoices}/2026-8?dryRun=true`, { ...invoice, dueDate: '2026-11-19' })
  await put(`${invoices}/2026%2F7`, { ...invoice, version: 2 })
  await expect.poll(read).toContain('Nothing is refused.')
})

test('NX-356 a call without the scope is listed, an e-mail address is not', async () => {
  const terms = { vendors: ['keepsake'], scopes: ['retailer:read' as const], days: 1 }
  token = (await createServiceToken(both.server.ctx, 'reader', terms))!.token
  await put(`${SERVICES.subscriptions}/retailer/profiles/anna%40keepsake.test`, {})
  await expect.poll(read).toContain('403 insufficient-scope')
  const page = await read()
  expect(page).toContain('/retailer/profiles/:email')
  expect(page).not.toContain('anna')
})

test('NX-359 without an answer the page says so', async () => {
  await both.server.app.close()
  expect(await read()).toContain('The library gave no answer, or refused the call.')
})
