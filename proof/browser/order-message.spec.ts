import type { Page } from '@playwright/test'
import { findViolations } from './fixtures/axe.ts'
import { sendAsRetailer, sendOrder } from './fixtures/orders.ts'
import { findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { expect, test } from './fixtures/test.ts'

const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const day = (days: number) => inDays(days).slice(0, 10)

const expectSound = async (page: Page) => {
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
}

test('NX-101 NX-102 NX-104 NX-105 NX-110 NX-111 NX-112 NX-114 an order says live what is next: to pay, on hold, delayed, to pick up, delivered', {
  tag: ['@suite', '@phone'],
}, async ({ signedIn: page, customer }) => {
  const code = `M-${customer.accountId.slice(0, 8)}`
  const createdAt = new Date(Date.now() - 3 * DAY)
  const send = (version: number, more: Parameters<typeof sendOrder>[3]) =>
    sendOrder(page.request, customer.accountId, createdAt, {
      code,
      version,
      products: [{ code: `${code}-1`, article: 'BOOK', title: 'Photo book', price: 3405 }],
      deliveryCost: 495,
      total: { amount: 3900, currency: 'GBP' },
      ...more,
    })
  const message = (name: RegExp | string) => page.getByRole('main').getByRole('region', { name })

  await send(1, {
    status: 'paymentFailed',
    paymentUrl: 'https://pay.example/1',
    paymentExpiresAt: inDays(2),
    payment: { method: 'card', lastDigits: '4242', failedAt: inDays(-1) },
    vat: [{ rate: 2000, amount: 650 }],
  })
  await page.goto(`/orders/${code}`)
  await expect(message('Your payment didn’t go through')).toContainText('Nothing was charged. Pay by')
  await expect(page.getByRole('link', { name: 'Pay £39.00' })).toHaveAttribute(
    'href',
    'https://pay.example/1',
  )
  await expect(page.getByText('Includes 20% VAT')).toBeVisible()
  await expect(page.getByText(/^Payment declined on .*: card ending in 4242$/)).toBeVisible()
  await expectSound(page)

  await send(2, {
    notice: {
      kind: 'hold',
      reason: 'photo-quality',
      since: inDays(-1),
      text: 'The photo on page 14 is very small. https://other.example',
      answerBy: inDays(5),
      default: 'print-as-is',
      action: { label: 'Check your photo', url: 'https://www.keepsake.example/check' },
    },
  })
  const hold = message('We need your answer before we print')
  await expect(hold).toContainText('or we’ll print it as it is.')
  await expect(hold.getByRole('blockquote')).toContainText('very small. https://other.example')
  await expect(hold.getByRole('link')).toHaveCount(1)
  await expect(page.getByRole('link', { name: /^Pay/ })).toHaveCount(0)
  await expect(page.getByText('On hold', { exact: true })).toBeVisible()
  await expectSound(page)

  await sendAsRetailer(page.request, `deliveryDates/${code}`, {
    version: 1,
    dates: [{ from: day(1), to: day(2), productCodes: [`${code}-1`] }],
  })
  await send(3, { notice: { kind: 'delay', reason: 'production', since: inDays(0) } })
  await sendAsRetailer(page.request, `deliveryDates/${code}`, {
    version: 2,
    dates: [{ from: day(6), to: day(8), productCodes: [`${code}-1`] }],
  })
  await expect(message(/^Now arriving/)).toContainText('We need longer to make it. It was due')
  await expect(page.locator('del')).toBeVisible()
  await expectSound(page)

  const parcel = {
    number: 'PL 4820',
    carrier: 'Postline',
    trackingUrl: 'https://track.example/1',
    shippedAt: inDays(-1),
    productCodes: [`${code}-1`],
  }
  await send(4, {
    status: 'Dispatched',
    deliveryAddress: {
      type: 'PickupPoint',
      pickupPointName: 'The Corner Shop',
      lastName: 'Keller',
      street: 'Cotham Hill',
      streetNumber: '2',
      city: 'Bristol',
      countryCode: 'GB',
    },
    parcels: [{ ...parcel, pickupReadyAt: inDays(-0.5), pickupUntil: inDays(6), pickupCode: '4817' }],
  })
  await expect(message(/^Ready for pick-up until/)).toContainText('Bring your ID and the code 4817.')
  await expect(page.locator('[aria-current=step]')).toContainText('Ready for pick-up')
  await expectSound(page)
  await page.getByRole('main').getByRole('link', { name: 'My orders' }).click()
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: code })
  await expect(card).toContainText('Code 4817')
  await expect(card.getByRole('link', { name: `Show the way, Order ${code}` })).toBeVisible()
  await expectSound(page)

  await send(5, {
    status: 'Dispatched',
    parcels: [{ ...parcel, deliveredAt: inDays(-0.1), deliveredTo: 'Left with a neighbour' }],
    payment: { method: 'card', lastDigits: '4242', paidAt: inDays(-3) },
  })
  await expect(card).toContainText('Delivered on')
  await expect(page.getByText(`Order ${code}: Delivered`)).toBeAttached()
  await card.click({ position: { x: 20, y: 20 } })
  await expect(message(/^Delivered on/)).toContainText('Left with a neighbour. Something wrong with it?')
  await expectSound(page)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: /^Delivered on/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Report a problem' })).toBeHidden()
})

test('NX-113 the overview shows the order that waits for the customer before the newest one', async ({
  signedIn: page,
  customer,
}) => {
  const code = await sendOrder(page.request, customer.accountId, new Date(Date.now() - 3 * DAY), {
    code: `W-${customer.accountId.slice(0, 8)}`,
    status: 'Received',
    total: { amount: 3900, currency: 'GBP' },
    paymentUrl: 'https://pay.example/1',
    paymentExpiresAt: inDays(2),
  })
  await sendOrder(page.request, customer.accountId, new Date(Date.now() - DAY))
  await page.goto('/')
  await expect(page.getByText(`Order ${code}`)).toBeVisible()
  await expect(page.getByText(/^Pay by/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pay £39.00' })).toBeVisible()
  await expectSound(page)
})
