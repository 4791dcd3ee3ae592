import type { Page } from '@playwright/test'
import { findViolations } from './fixtures/axe.ts'
import { LANGUAGE_BRANDS, submitSignInOnHost, urlOnHost } from './fixtures/brand-client.ts'
import { createAccount } from './fixtures/customer.ts'
import { sendAsRetailer, sendOrder } from './fixtures/orders.ts'
import { findOverflows } from './fixtures/overflow.ts'
import { expect, test } from './fixtures/test.ts'

const WIDTHS = [320, 390, 1280]
const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const day = (days: number) => inDays(days).slice(0, 10)

type Order = NonNullable<Parameters<typeof sendOrder>[3]>

/** Orders whose pages have the most words, by what they say; `prefix` begins the codes of their products. */
const createOrders = (prefix: string, shop: string): Record<string, Order> => {
  const product = (more: object = {}) => ({
    ...{ code: `${prefix}-1`, article: 'BOOK', title: 'Photo book', price: 3405, withdrawable: false },
    ...{ withdrawalExclusion: 'personalised' as const, ...more },
  })
  const base = { products: [product()], deliveryCost: 495, total: { amount: 3900, currency: 'EUR' } }
  const productCodes = [`${prefix}-1`]
  const parcel = { number: 'PL 4820 1177 36', carrier: 'Postline', shippedAt: inDays(-9), productCodes }
  return {
    failed: { ...base, status: 'paymentFailed', paymentUrl: `${shop}/pay`, paymentExpiresAt: inDays(2) },
    hold: {
      ...base,
      notice: {
        ...{ kind: 'hold', reason: 'photo-quality', since: inDays(-1), answerBy: inDays(5) },
        ...{ default: 'print-as-is', action: { label: 'Photo', url: `${shop}/check` } },
      },
    },
    delayed: {
      ...{ ...base, status: 'delayed' },
      notice: { kind: 'delay', reason: 'weather', since: inDays(-1) },
    },
    late: {
      ...base,
      status: 'Dispatched',
      parcels: [{ ...parcel, expectedFrom: day(-6), expectedTo: day(-5) }],
    },
    pickup: {
      ...{ ...base, status: 'Dispatched' },
      parcels: [{ ...parcel, pickupReadyAt: inDays(-1), pickupUntil: inDays(6), pickupCode: '4817' }],
    },
    delivered: {
      ...{ ...base, status: 'Dispatched', parcels: [{ ...parcel, deliveredAt: inDays(-2) }] },
      products: [product({ withdrawable: true, withdrawalExclusion: undefined })],
    },
    cancellable: { ...base, cancelUntil: inDays(1), addressChangeUntil: inDays(1) },
    refunded: {
      ...{
        ...base,
        status: 'Cancelled',
        payment: { method: 'card', lastDigits: '4242', paidAt: inDays(-9) },
      },
      refunds: [
        {
          ...{ refundId: crypto.randomUUID(), amount: 3900, at: inDays(-1), state: 'paid' },
          ...{ expectedBy: inDays(4), reason: 'cancellation', method: 'card' },
        },
      ],
    },
  }
}

async function expectSound(page: Page, place: string) {
  const problems: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    for (const each of [...(await findOverflows(page)), ...(await findBrokenAmounts(page))])
      problems.push(`${place} at ${width} px: ${each}`)
  }
  expect(problems).toEqual([])
}

/** Amounts of the payment that take two lines, as a minus alone. */
const findBrokenAmounts = (page: Page) =>
  page.locator('[aria-labelledby=order-payment] dd').evaluateAll(amounts =>
    amounts.flatMap(amount => {
      const range = document.createRange()
      range.selectNodeContents(amount)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      return lines.size > 1 ? [`broken amount ${amount.textContent}`] : []
    }),
  )

for (const brand of LANGUAGE_BRANDS)
  test(`NX-160 ${brand.locale}: orders, their help, reports and withdrawals fit at 320 px, 390 px and 1280 px`, async ({
    page,
    baseURL,
  }) => {
    test.setTimeout(300_000)
    const urlOf = (path: string) => urlOnHost(`${brand.id}.localhost`, baseURL, path)
    const account = await createAccount(brand.id)
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await page.goto(urlOf('/orders'))
    const { claims } = await submitSignInOnHost(page, account)
    const prefix = claims.sub.slice(0, 8)
    const codes: string[] = []
    const { shop } = brand.addresses
    for (const name of Object.keys(createOrders(prefix, shop))) {
      const code = `${prefix}-${name}`
      const order = createOrders(code, shop)[name]
      codes.push(
        await sendOrder(page.request, claims.sub, new Date(Date.now() - 10 * DAY), { ...order, code }),
      )
    }
    const dates = [{ from: day(3), to: day(6), productCodes: [`${prefix}-delayed-1`] }]
    await sendAsRetailer(page.request, `deliveryDates/${prefix}-delayed`, { version: 1, dates })
    await page.goto(urlOf('/orders'))
    await expect(page.locator(`a[href="/orders/${codes[0]}"]`)).toBeVisible()
    await expectSound(page, 'orders')
    for (const code of codes) {
      await page.goto(urlOf(`/orders/${code}`))
      await expect(page.locator('#order-message')).toBeVisible()
      const folds = page.locator('main button[aria-expanded=false]:not([aria-haspopup])')
      for (let count = await folds.count(); count > 0; count--) await folds.first().click()
      await expectSound(page, code)
      expect(await findViolations(page)).toEqual([])
    }
    await page.goto(urlOf(`/orders/${prefix}-delivered/report`))
    await expect(page.locator('main [type=radio], main [type=checkbox]').first()).toBeVisible()
    await expectSound(page, 'report')
    await page.goto(urlOf('/withdraw'))
    await expect(page.locator('form')).toBeVisible()
    await expectSound(page, 'withdraw')
  })
