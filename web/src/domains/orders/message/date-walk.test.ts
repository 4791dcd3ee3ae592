import { expect, test } from 'vitest'
import { brands } from '#brands/index.ts'
import { LOCALES, type Locale } from '#contract/brands.ts'
import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import { countDaysBetween } from '#contract/order-delivery.ts'
import { listOrderMessages } from '#contract/order-message.ts'
import { ORDER_SCENARIOS, SCENARIO_START } from '#contract/order-scenarios.testing.ts'
import { listOrderDays } from '#contract/orders.testing.ts'
import { listNamedDays } from '#locales/named-days.testing.ts'
import { ASSORTMENT } from '#web/domains/merchandise/merchandise.testing.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import type { MessageId, Texts, TextValues } from '#web/platform/i18n/texts.ts'
import { describeOrderMessage } from './describe-message.ts'

const DAYS = 500
/** Each locale sees every fifth day, each day three of them at most; with PROOF each sees all. */
const STEP = process.env.PROOF === 'true' ? 1 : 5
const DAY_MS = 86_400_000

/** Texts that name days to come; `name` of the value. */
const COMING: Partial<Record<MessageId, string>> = {
  'order.arriving': 'dates',
  'order.message.complaint-question.text': 'date',
  'order.message.complaint-sent.text': 'answerBy',
  'order.message.delayed.heading': 'dates',
  'order.message.delivered.report': 'date',
  'order.message.hold.answer': 'date',
  'order.message.hold.answer-or-cancel': 'date',
  'order.message.hold.answer-or-print': 'date',
  'order.message.ordered.starts': 'date',
  'order.message.partly-sent.arriving': 'dates',
  'order.message.payment-due.heading': 'date',
  'order.message.payment-failed.text': 'date',
  'order.message.pickup.heading': 'date',
  'order.message.refund.by': 'date',
  'order.message.refund.there-by': 'date',
  'order.message.refund.to-by': 'date',
  'order.message.withdrawal.send-back': 'date',
}
/** Texts of what was, of which any day is named. */
const PAST: readonly MessageId[] = [
  'order.message.cancelled.heading',
  'order.message.cancelling.text',
  'order.message.complaint-sent.text',
  'order.message.complaint-sent.text-no-date',
  'order.message.delayed.was-due',
  'order.message.delivered.heading',
  'order.message.end.refunded',
  'order.message.hold.stopped-since',
  'order.message.hold.waiting-since',
  'order.message.late.line',
  'order.message.late.was-due',
  'order.message.overdue.text',
  'order.message.refund.line',
  'order.message.refund.sent-to',
  'order.message.sent-long-ago.heading',
  'order.message.sent-long-ago.text',
  'order.message.sent.text',
  'order.message.withdrawal.text',
]

/** Texts that note which values they were given. */
function createRecorder(texts: Texts) {
  const used: { id: MessageId; values: TextValues }[] = []
  const text = (id: MessageId, values: TextValues = {}) => {
    used.push({ id, values })
    return texts.text(id, values)
  }
  return { texts: { ...texts, text }, used }
}

const getTimeZone = (locale: Locale) => brands.find(brand => brand.locale === locale)!.timeZone

test.each(LOCALES)(
  'NX-107 NX-109 NX-160 each kind of order seen on each of 500 days in %s: no day that is over as one to come, no year missing, one message',
  locale => {
    const timeZone = getTimeZone(locale)
    const texts = textsForTests(locale, { timeZone })
    const faults: string[] = []
    for (const [name, order] of Object.entries(ORDER_SCENARIOS)) {
      const known = listOrderDays(order, timeZone)
      for (let days = LOCALES.indexOf(locale) % STEP; days < DAYS; days += STEP) {
        // Another time of day each day, midnight of the zone included.
        const now = Date.parse(SCENARIO_START) + days * DAY_MS + ((days * 37) % 1440) * 60_000
        const today = formatCalendarDay(new Date(now), timeZone)
        const recorder = createRecorder(texts)
        const { view } = describeOrderMessage({ order, texts: recorder.texts, assortment: ASSORTMENT, now })
        const report = (fault: string) => faults.push(`${name}, seen on ${today}: ${fault}`)
        for (const shown of [view.heading, ...view.sentences, view.line ?? '']) {
          if (/undefined|NaN|Invalid|[{}]/.test(shown)) report(shown)
          for (const { day } of listNamedDays(locale, shown, today))
            if (!known.has(day)) report(`'${shown}' names ${day}`)
        }
        for (const { id, values } of recorder.used)
          for (const fault of listFaults(locale, today, id, values)) report(fault)
      }
    }
    expect(faults.slice(0, 20)).toEqual([])
  },
)

test('NX-101 on each of 500 days the message of each kind of order is the first row that applies', () => {
  const timeZone = 'Europe/London'
  const texts = textsForTests('en-GB', { timeZone })
  const kinds = new Set<string>()
  for (const [name, order] of Object.entries(ORDER_SCENARIOS)) {
    for (let days = 0; days < DAYS; days++) {
      const now = Date.parse(SCENARIO_START) + days * DAY_MS
      const [first] = listOrderMessages(order, { now, timeZone })
      const { kind } = describeOrderMessage({ order, texts, assortment: ASSORTMENT, now })
      kinds.add(kind)
      if ((first?.kind ?? 'unknown') !== kind)
        expect.fail(`${name}, day ${days}: ${kind}, not ${first?.kind}`)
    }
  }
  expect([...kinds].toSorted()).toEqual(ALL_KINDS)
})

function listFaults(locale: Locale, today: string, id: MessageId, values: TextValues): string[] {
  return Object.entries(values).flatMap(([value, label]) => {
    const named = listNamedDays(locale, String(label), today)
    const isComing = COMING[id] === value
    const last = named.at(-1)
    return [
      last && !isComing && !PAST.includes(id) && 'is neither past nor to come',
      // A window that has begun may name its first day.
      last && isComing && last.day < today && 'is over',
      named.some(({ day, hasYear }) => !hasYear && countDaysBetween(day, today) ** 2 > 90 ** 2) &&
        'has no year',
    ].flatMap(fault => (fault ? [`${id}: '${label}' ${fault}`] : []))
  })
}

const ALL_KINDS = [
  'cancelled',
  'cancelling',
  'complaint-decided',
  'complaint-question',
  'complaint-sent',
  'delayed',
  'delivered',
  'failed',
  'hold',
  'hold-action',
  'in-production',
  'late',
  'ordered',
  'overdue',
  'partly-sent',
  'payment-due',
  'payment-failed',
  'payment-failed-over',
  'payment-over',
  'pickup',
  'refund',
  'sent',
  'sent-long-ago',
  'unknown',
  'withdrawal',
]
