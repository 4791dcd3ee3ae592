import { SERVICES } from '#contract/endpoint.ts'
import { invoiceForTests } from '#server/domains/invoices/invoices.testing.ts'
import { findViolations } from './fixtures/axe.ts'
import { SERVICE_TOKEN, sendOrder } from './fixtures/orders.ts'
import { findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { expect, test } from './fixtures/test.ts'

const DAY = 86_400_000

test('NX-147 NX-148 orders are searched by the address, Back returns to the place, nothing found offers a wider search', {
  tag: ['@suite', '@phone'],
}, async ({ signedIn: page, customer }) => {
  const prefix = customer.accountId.slice(0, 8)
  for (let n = 0; n < 14; n++) {
    const code = `${prefix}-${n}`
    const title = n % 7 === 0 ? `Wall calendar ‘Été ${n}’` : `Mug ${n}`
    const products = [{ code: `${code}-1`, article: 'BOOK', title, price: 1000 }]
    await sendOrder(page.request, customer.accountId, new Date(Date.now() - n * 40 * DAY), {
      code,
      version: 1,
      status: n === 0 ? 'Confirmed' : 'Dispatched',
      products,
    })
  }
  await page.goto('/orders')
  const field = page.getByRole('textbox', { name: 'Order number or product' })
  await field.fill('calendar ete')
  await expect(page.getByRole('heading', { name: '2 orders with ‘calendar ete’' })).toBeVisible()
  await expect(field).toBeFocused()
  await expect(page.locator('mark').first()).toHaveText('calendar')
  await expect(page).toHaveURL(/\/orders\?q=calendar/)
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])

  await field.fill('mug')
  await expect(page.getByRole('heading', { name: '12 orders with ‘mug’' })).toBeVisible()
  await page.getByRole('button', { name: 'Show more' }).click()
  const last = page.getByRole('link', { name: 'Mug 13' })
  // In the middle, where no bar covers it: a click scrolls to what is covered.
  await last.evaluate(link => link.scrollIntoView({ block: 'center' }))
  const scrolled = await page.evaluate(() => scrollY)
  await last.click()
  await expect(page).toHaveURL(new RegExp(`/orders/${prefix}-13`))
  await page.goBack()
  await expect(last).toBeInViewport()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(scrolled, -2)
  await expect(field).toHaveValue('mug')

  await page.goto('/orders?q=4711-9999&year=2025')
  await expect(page.getByRole('heading', { name: 'No order found' })).toBeVisible()
  await expect(page.getByText('Nothing matches ‘4711-9999’ · 2025.')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
  await page.getByRole('button', { name: 'Search all years' }).click()
  await expect(page).toHaveURL(/\/orders\?q=4711-9999$/)
})

test('NX-145 NX-149 vouchers of the customer in their tab, the receipt at its order', {
  tag: '@phone',
}, async ({ signedIn: page, customer }) => {
  const code = `V-${customer.accountId.slice(0, 8)}`
  const { accountId } = customer
  const send = (path: string, body: object) =>
    page.request.put(path, { headers: { authorization: `Bearer ${SERVICE_TOKEN}` }, data: body })
  await sendOrder(page.request, accountId, new Date(Date.now() - DAY), {
    code,
    version: 1,
    status: 'Dispatched',
    // As its receipt says.
    products: [{ code: `${code}-1`, article: 'BOOK', title: 'Photo book', price: 11_100 }],
  })
  const voucher = { version: 1, accountId, title: '15% off your next photo book' }
  const end = (days: number) => new Date(Date.now() + days * DAY).toISOString()
  await send(`${SERVICES.vouchers}/retailer/products/${code}-1`, {
    ...voucher,
    code: 'SOON',
    validUntil: end(3),
  })
  await send(`${SERVICES.vouchers}/retailer/products/${code}-2`, {
    ...voucher,
    code: 'LATER',
    validUntil: end(60),
  })
  await send(`${SERVICES.vouchers}/retailer/products/${code}-3`, {
    ...voucher,
    code: 'OVER',
    validUntil: end(-3),
  })
  await page.goto('/orders')
  await page.getByRole('link', { name: 'Vouchers 2' }).click()
  await expect(page).toHaveURL(/\/orders\?tab=vouchers$/)
  const ready = page.getByRole('region', { name: 'Ready to use 2' })
  await expect(ready.getByRole('listitem').first()).toContainText('ends in 3 days')
  await expect(page.getByRole('region', { name: 'Used and expired 1' })).toContainText('OVER')
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])

  const { buyer: _, ...receipt } = invoiceForTests(accountId, { kind: 'receipt', orders: [code] })
  const sent = await send(`${SERVICES.invoices}/retailer/invoices/${code}`, receipt)
  expect(sent.status()).toBe(200)
  await ready.getByRole('link', { name: `From order ${code}` }).click()
  const documents = page.getByRole('region', { name: 'Documents' })
  const button = documents.getByRole('button', { name: `Download PDF of ${code}` })
  await expect(button).toBeVisible({ timeout: 60_000 })
  const download = page.waitForEvent('download')
  await button.click()
  expect((await download).suggestedFilename()).toBe(`${code}.pdf`)
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
})
