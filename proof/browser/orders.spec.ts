import type { Locator } from '@playwright/test'
import { findViolations } from './fixtures/axe.ts'
import { sendAsRetailer, sendOrder } from './fixtures/orders.ts'
import { findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { expect, test } from './fixtures/test.ts'

const DAY = 86_400_000
/** Texts of chips: --cyan-ink and --crit-ink. */
const [CYAN, RED] = ['rgb(11, 100, 125)', 'rgb(140, 29, 24)']

test('AA-057 AA-058 AA-060 AA-065 AA-069 AA-070 an order appears in the open list, leads to its details, and its changes arrive live', {
  tag: ['@suite', '@phone'],
}, async ({ signedIn: page, customer, library }) => {
  const [photoId] = await library.add(1)
  const createdAt = new Date(Date.now() - 2 * DAY)
  const code = `L-${customer.accountId.slice(0, 8)}`
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
    // After the cut-off, which is not named otherwise.
    paymentExpiresAt: new Date(Date.now() + 25 * DAY).toISOString(),
    deliveryAddress: {
      lastName: 'Keller',
      street: 'Rosemary Lane',
      streetNumber: '12',
      city: 'Bristol',
      countryCode: 'GB',
    },
  }
  const cutOff = { orderBefore: new Date(Date.now() + 20 * DAY).toISOString(), occasion: 'christmas' }
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
  expect(await findViolations(page)).toEqual([])

  await send(1, {})
  await expect(page.getByRole('heading', { name: 'In progress 1' })).toBeVisible()
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: code })
  await expect(card.getByText('Awaiting payment', { exact: true })).toHaveCSS('color', CYAN)
  await expect(card.locator('img').first()).toHaveJSProperty('complete', true)
  await expect(card.getByRole('link', { name: /^Pay now/ })).toHaveAttribute('href', 'https://pay.example/1')
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])

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
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])

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
  // The message of the order announces itself.
  await expect(page.getByRole('region', { name: 'On its way' })).toBeVisible()
  await expect(page.locator('[aria-live=polite]', { hasText: 'On its way' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Track parcel 1' })).toBeVisible()
  await expect(page.getByText(/^Pay by/)).toHaveCount(0)
  const dates = [{ from: '2030-11-26', to: '2030-11-28', productCodes: [] }]
  await sendAsRetailer(page.request, `deliveryDates/${code}`, { version: 1, dates })
  await expect(page.getByText('Arriving 26–28 November')).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('main').getByRole('link', { name: 'My orders' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My orders' })).toBeFocused()
  await expect(card.getByText('Sent', { exact: true })).toHaveCSS('color', CYAN)
  await expect(card.getByRole('link', { name: /^Track order/ })).toBeVisible()
  await send(3, { status: 'Cancelled' })
  await expect(card.getByText('Cancelled', { exact: true })).toHaveCSS('color', RED)
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
