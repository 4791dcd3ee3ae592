import type { Locator } from '@playwright/test'
import { SERVICES } from '#contract/endpoint.ts'
import { violations } from './fixtures/axe.ts'
import { sendAsRetailer, sendOrder } from './fixtures/orders.ts'
import { findOverflows } from './fixtures/overflow.ts'
import { expect, test } from './fixtures/test.ts'
import { sendWidget } from './fixtures/widgets.ts'

const DAY = 86_400_000

test('AA-057 AA-058 AA-065 AA-069 AA-070 an order appears in the open list, leads to its details, and its changes arrive live', {
  tag: '@phone',
}, async ({ signedIn: page, customer, library }) => {
  test.slow()
  const [photoId] = await library.add(1)
  const createdAt = new Date(Date.now() - 2 * DAY)
  const code = `L-${createdAt.getTime()}`
  const product = { article: 'BOOK', title: 'Photo book', price: 3495, photoId }
  const order = {
    code,
    status: 'Received' as const,
    source: 'Resnap',
    products: [
      { ...product, code: `${code}-1`, voucher: 'THANKS-7Q4K' },
      { ...product, code: `${code}-2`, title: '24 prints', price: 720 },
    ],
    total: { amount: 4610, currency: 'GBP' },
    deliveryCost: 395,
    paymentUrl: 'https://pay.example/1',
    paymentExpiresAt: new Date(Date.now() + DAY).toISOString(),
    deliveryAddress: { lastName: 'Keller', street: 'Rosemary Lane', streetNumber: '12', countryCode: 'GB' },
  }
  const cutOff = { orderBefore: new Date(Date.now() + 20 * DAY).toISOString(), occasion: 'Christmas' }
  await sendAsRetailer(page.request, 'campaigns/christmas', {
    version: Math.ceil(Date.now() / 1000),
    ...cutOff,
  })
  const send = (version: number, more: Partial<Parameters<typeof sendOrder>[3]>) =>
    sendOrder(page.request, customer.accountId, createdAt, { ...order, version, ...more })

  await page.goto('/')
  await page
    .getByRole('navigation', { name: /Main menu|Overview/ })
    .getByRole('link', { name: 'My orders' })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'My orders' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'You have no orders yet' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Visit the shop' })).toHaveAttribute(
    'href',
    'https://www.keepsake.example/',
  )
  expect(await violations(page)).toEqual([])

  await send(1, {})
  await expect(page.getByRole('heading', { name: 'In progress 1' })).toBeVisible()
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: code })
  await expect(card).toContainText('Awaiting payment')
  await expect(card.locator('img').first()).toHaveJSProperty('complete', true)
  await expect(card.getByRole('link', { name: /^Pay now/ })).toHaveAttribute('href', 'https://pay.example/1')
  expect(await violations(page)).toEqual([])
  expect(await findOverflows(page)).toEqual([])

  // The whole card is the link.
  await card.click({ position: { x: 20, y: 20 } })
  const heading = page.getByRole('heading', { level: 1, name: `Order ${code}` })
  await expect(heading).toBeFocused()
  // The code is not broken at its hyphen.
  expect(await countLines(heading.getByText(code, { exact: true }))).toBe(1)
  await expect(page.getByText(/^Pay by/)).toBeVisible()
  await expect(page.getByText(/^Order before/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pay £46.10' })).toHaveCount(1)
  const current = page.getByRole('main').locator('[aria-current=step]')
  await expect(current).toContainText('Awaiting payment')
  expect(await violations(page)).toEqual([])
  expect(await findOverflows(page)).toEqual([])

  const now = new Date().toISOString()
  await send(2, {
    status: 'Dispatched',
    history: [{ status: 'Dispatched', at: now }],
    parcels: [
      {
        number: 'PL 4820',
        carrier: 'Postline',
        trackingUrl: 'https://track.example/1',
        shippedAt: now,
        productCodes: [],
      },
    ],
  })
  await expect(current).toContainText('Sent')
  await expect(page.getByText(`Order ${code}: Sent`)).toBeAttached()
  await expect(page.getByRole('link', { name: 'Track parcel 1' })).toBeVisible()
  await expect(page.getByText(/^Pay by/)).toHaveCount(0)
  const dates = [{ from: '2030-11-26', to: '2030-11-28', productCodes: [] }]
  await sendAsRetailer(page.request, `deliveryDates/${code}`, { version: 1, dates })
  await expect(page.getByText('Arriving 26–28 November')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.getByRole('main').getByRole('link', { name: 'My orders' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My orders' })).toBeFocused()
  await expect(card).toContainText('Sent')
  await expect(card.getByRole('link', { name: /^Track order/ })).toBeVisible()
})

test('AA-112 AA-092 AA-087 products have the names of the shop, asked for once; a widget appears on the open page', async ({
  signedIn: page,
  customer,
  library,
}) => {
  const [photoId] = await library.add(1)
  const queries: string[] = []
  const fileCalls: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname === SERVICES.merchandise) queries.push(pathname)
    if (pathname.startsWith(SERVICES.productFiles)) fileCalls.push(pathname)
  })
  const code = `E2E-${crypto.randomUUID()}`
  const products = [
    { code: `${code}-1`, article: 'BOOK-21X21-24', title: 'Coast to coast', price: 2595 },
    { code: `${code}-2`, article: 'MAP-POSTER-50X70', title: 'MAP-POSTER-50X70', price: 2995 },
  ]
  await sendOrder(page.request, customer.accountId, new Date(Date.now() - DAY), { code, products })
  await page.goto('/orders')
  await page.getByRole('link', { name: 'Coast to coast and Map poster 50 × 70 cm' }).click()
  const rows = page.getByRole('region', { name: /^Products/ }).getByRole('listitem')
  await expect(rows.first()).toContainText('£25.95Photo book 21 × 21 cm')
  await expect(rows.last().getByRole('heading')).toHaveText('Map poster 50 × 70 cm')
  await expect(rows.first().getByRole('link', { name: 'View Coast to coast in the shop' })).toBeVisible()
  expect(queries).toHaveLength(1)
  expect(fileCalls).toEqual([`${SERVICES.productFiles}/v1/Pdfs/me`])
  expect(await violations(page)).toEqual([])

  const widget = rows.first().getByRole('link', { name: 'Share the digital version' })
  await expect(widget).toHaveCount(0)
  await sendWidget(page.request, customer, { code: `${code}-1`, orderCode: code, photoIds: [photoId!] })
  await expect(widget).toBeVisible()
})

test('AA-067 an unknown order says so, with the way back to the list', async ({
  signedIn: page,
  browserErrors,
}) => {
  browserErrors.allow(/404/)
  await page.goto('/orders/K-unknown')
  await expect(page.getByRole('alert')).toContainText(
    'An error occurred loading this order, please contact us to report this issue.',
  )
  expect(await violations(page)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'My orders' }).click()
  await expect(page.getByRole('heading', { name: 'You have no orders yet' })).toBeVisible()
})

test('AA-065 an order on paper is the order only', async ({ signedIn: page, customer }) => {
  const code = await sendOrder(page.request, customer.accountId, new Date(Date.now() - DAY))
  await page.goto(`/orders/${code}`)
  await expect(page.getByRole('list', { name: 'Progress of this order' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'My orders' })).toHaveCount(0)
  expect((await page.getByRole('main').boundingBox())!.x).toBeLessThan(2)
})

/** Lines that the text of an element takes. */
const countLines = (element: Locator) =>
  element.evaluate(node => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  })
