import { buffer } from 'node:stream/consumers'
import type { APIRequestContext } from '@playwright/test'
import { SERVICES } from '#contract/endpoint.ts'
import type { RetailerInvoice } from '#contract/retailer-invoices.ts'
import { invoiceForTests, invoiceGroupForTests } from '#server/domains/invoices/invoices.testing.ts'
import { unzip } from '#server/testing/unzip.ts'
import { findViolations } from './fixtures/axe.ts'
import { createAccount, signIn } from './fixtures/customer.ts'
import { SERVICE_TOKEN, sendOrder } from './fixtures/orders.ts'
import { findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { expect, test } from './fixtures/test.ts'

async function send(request: APIRequestContext, path: string, data: object): Promise<void> {
  const answer = await request.put(`${SERVICES.invoices}/retailer/${path}`, {
    headers: { authorization: `Bearer ${SERVICE_TOKEN}` },
    data,
  })
  expect(answer.status()).toBe(200)
}

test('AA-084 AA-085 AA-086 the invoices of a business: their PDFs, a year as one zip, and the list on paper', {
  tag: '@suite',
}, async ({ page, context, baseURL }) => {
  const account = await createAccount('keepsake-gb', process.env.E2E_OPERATOR_PORT, 'Active')
  const { accountId } = await signIn(context.request, baseURL!, account)
  const prefix = accountId.slice(0, 8)
  await page.goto('/invoices')
  await expect(page.getByRole('heading', { name: 'You have no invoices yet' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  const order = await sendOrder(page.request, accountId, new Date())
  const put = (number: string, more: Partial<RetailerInvoice> = {}) =>
    send(page.request, `invoices/${number}`, { ...invoiceForTests(accountId), ...more })
  await put(`${prefix}-1`, { issueDate: '2026-03-02', orders: [order] })
  await put(`${prefix}-2`, {
    kind: 'credit-note',
    corrects: [{ number: `${prefix}-1`, issueDate: '2026-03-02' }],
    orders: ['K-not-here-yet'],
  })
  await put(`${prefix}-3`, { availableFrom: '2099-12-01T12:00:00Z' })
  await put(`${prefix}-4`, { totals: { ...invoiceForTests(accountId).totals, due: 1 } })
  await put(`${prefix}-5`, { issueDate: '2025-05-05' })
  const group = invoiceGroupForTests(accountId, { number: `${prefix}-6`, orders: [order, 'K-1'] })
  await send(page.request, `groups/G-${prefix}`, group)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible()
  await expect(page.getByRole('tab', { name: '2026' })).toHaveAttribute('aria-selected', 'true')
  for (const number of [1, 2, 6])
    await expect(page.getByRole('button', { name: `Download PDF of ${prefix}-${number}` })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText('PDF available from 1 December 2099')
  await expect(main).toContainText('PDF failed. We’re correcting this invoice.')
  await expect(main).toContainText(`Credit note for ${prefix}-1`)
  await expect(main).toContainText('−£111.00')
  await expect(main).toContainText('2 orders')
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])

  for (const number of [1, 6]) {
    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: `Download PDF of ${prefix}-${number}` }).click()
    const download = await downloaded
    expect(download.suggestedFilename()).toBe(`${prefix}-${number}.pdf`)
    const bytes = await buffer(await download.createReadStream())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  }
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'All of 2026 (.zip with CSV)' }).click()
  const download = await downloaded
  expect(download.suggestedFilename()).toBe('invoices-2026.zip')
  const files = await unzip(await buffer(await download.createReadStream()))
  expect([...files.keys()].toSorted()).toEqual(
    ['invoices-2026.csv', ...[1, 2, 6].map(number => `${prefix}-${number}.pdf`)].toSorted(),
  )

  await page.getByRole('tab', { name: '2026' }).press('ArrowRight')
  await expect(page.getByRole('tab', { name: '2025' })).toBeFocused()
  await expect(page.getByRole('button', { name: `Download PDF of ${prefix}-5` })).toBeVisible()
  await page.getByRole('tab', { name: '2025' }).press('Home')

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: /Download|Account|Help/ })).toHaveCount(0)
  await expect(page.getByText('Skip to content')).toBeHidden()
  await expect(main).toContainText('£111.00')
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: order }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: `Order ${order}` })).toBeVisible()
})
