// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { brands } from '#brands/index.ts'
import type { ActivityItem } from '#contract/activity.ts'
import { orderForTests as createOrder, parcelForTests } from '#contract/orders.testing.ts'
import type { Order } from '#contract/orders.ts'
import type { Project } from '#contract/projects.ts'
import { formatOrderDay } from '#locales/order-days.ts'
import { listActivityFacts } from '#web/domains/activity/activity-texts.ts'
import { ASSORTMENT } from '#web/domains/merchandise/merchandise.testing.ts'
import { describeOrderMessage } from '#web/domains/orders/message/describe-message.ts'
import { describeObstacle } from '#web/domains/orders/vouchers/voucher-obstacle.ts'
import { expiryLabel } from '#web/domains/projects/project-facts.ts'
import { endsInLabel } from '#web/platform/i18n/order-days.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { orderForTests, orderService, productForTests, renderOrders } from './orders/orders.testing.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

/** Saturday, 19:00 in London, 20:00 in Rome. */
const NOW = '2026-11-28T19:00:00Z'
const HOUR = 3_600_000

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse(NOW))
})

/** The first instant of a day in a zone whose offset is whole hours. */
function findMidnight(day: string, timeZone: string): number {
  const hour = new Intl.DateTimeFormat('en', { hour: '2-digit', hourCycle: 'h23', timeZone })
  const utc = Date.parse(day)
  return utc - ((Number(hour.format(utc)) + 24) % 24) * HOUR
}

const iso = (time: number) => new Date(time).toISOString()

describe.each(brands.map(({ id, locale, timeZone }) => [id, locale, timeZone] as const))(
  'RV-1151 what ends at midnight for a customer of %s',
  (_id, locale, timeZone) => {
    const texts = textsForTests(locale, { timeZone })

    test('names the day before, and as many days left as there are to it', () => {
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 400 }), days => {
          const now = Date.parse(NOW)
          const dayAfter = iso(Date.parse('2026-11-28') + (days + 1) * 24 * HOUR).slice(0, 10)
          const end = iso(findMidnight(dayAfter, timeZone))
          const noon = iso(findMidnight(dayAfter, timeZone) - 12 * HOUR)
          const named = formatOrderDay({ locale, timeZone, now }, noon)
          const full = formatOrderDay({ locale, timeZone, now }, noon, 'day', 'always')

          const item = { kind: 'download', state: 'done', problems: 0, done: null, total: null, until: end }
          expect(listActivityFacts(texts, item as ActivityItem)).toEqual([
            texts.text('activity.available-until', { date: full }),
          ])
          expect(expiryLabel(texts, { expiresAt: end } as Project, now)?.text).toBe(
            days > 30
              ? texts.text('projects.kept', { date: full })
              : texts.text('projects.days-left', { days, date: named }),
          )
          const read = (parts: Partial<Order>) => {
            const { view } = describeOrderMessage({
              order: createOrder(parts),
              texts,
              assortment: ASSORTMENT,
              now,
            })
            return [view.heading, ...view.sentences].join('\n')
          }
          const pay = read({
            status: 'paymentPending',
            paymentUrl: 'https://shop.example/',
            paymentExpiresAt: end,
          })
          expect(pay).toContain(named)
          expect(pay).toMatch(/23[:.]59/)
          expect(
            read({
              status: 'Dispatched',
              ...parcelForTests({ pickupReadyAt: '2026-11-27T10:00:00Z', pickupUntil: end }),
            }),
          ).toContain(texts.text('order.message.pickup.heading', { date: named }))
        }),
        { numRuns: 30 },
      )
    })

    test('and is over, names it as well', () => {
      const validUntil = iso(findMidnight('2026-11-28', timeZone))
      const date = formatOrderDay(
        { locale, timeZone, now: Date.parse(NOW) },
        '2026-11-27T12:00:00Z',
        'day',
        'always',
      )
      expect(describeObstacle(texts, { code: 'A', redeemed: false, validUntil })).toBe(
        texts.text('order.voucher.expired-on', { date }),
      )
    })
  },
)

test('RV-1151 vouchers name their last day, and one that ends in five hours ends today', async () => {
  const service = orderService([])
  const voucher = (code: string, validUntil: string) => ({
    code,
    productCode: code,
    title: code,
    redeemed: false,
    validUntil,
  })
  service.ownVouchers = {
    vouchers: [
      voucher('FIVE', '2026-11-29T00:00:00Z'),
      voucher('EARLY', '2026-11-28T22:00:00Z'),
      voucher('NEXT', '2026-11-29T00:00:01Z'),
      voucher('LATER', '2027-01-31T00:00:00Z'),
      voucher('OVER', '2026-11-28T00:00:00Z'),
    ],
    counts: { ready: 4, ended: 1 },
    cursor: null,
  }
  renderOrders('/orders?tab=vouchers')
  await screen.findByRole('region', { name: /^Ready to use/ })
  expect(screen.getAllByRole('listitem').map(row => row.textContent?.split(' · ')[1])).toEqual([
    'ends today at midnight',
    'ends today at 22:00',
    'ends in 1 day, until 29 November 2026',
    'until 30 January 2027',
    'expired on 27 November 2026',
  ])
})

test.each([
  ['2026-11-28T20:00:00Z', 'ends today at 20:00'],
  ['2026-11-29T00:00:00Z', 'ends today at midnight'],
  // In eleven hours.
  ['2026-11-29T06:00:00Z', 'ends in 1 day'],
  // In 8.6 days.
  ['2026-12-07T10:00:00Z', 'ends in 9 days'],
  ['2026-12-28T23:59:59Z', 'ends in 30 days'],
  ['2026-12-29T00:00:01Z', undefined],
])('RV-1070 what ends at %s, a key as a voucher, %s: by calendar days', (end, label) => {
  expect(endsInLabel(textsForTests(), end, Date.parse(NOW))).toBe(label)
})

test('RV-1204 the last day of withdrawal is that of the customer’s brand, on a host east of it too', async () => {
  const product = productForTests({
    status: 'Dispatched',
    withdrawable: true,
    withdrawUntil: '2026-12-04T23:59:59.999Z',
    withdrawalLastDay: '2026-12-04',
  })
  orderService([orderForTests({ status: 'Dispatched', products: [product] })])
  renderOrders('/orders/4711-2140', { host: 'herzbild-de.localhost' })
  expect(await screen.findByText('You can change your mind until 4 December 2026.')).toBeDefined()
})
