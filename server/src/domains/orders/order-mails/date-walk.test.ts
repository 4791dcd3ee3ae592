import { expect, test } from 'vitest'
import { brands } from '#brands/index.ts'
import { LOCALES } from '#contract/brands.ts'
import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import { countDaysBetween } from '#contract/order-delivery.ts'
import { ORDER_SCENARIOS, SCENARIO_START } from '#contract/order-scenarios.testing.ts'
import { listNamedDays } from '#locales/named-days.testing.ts'
import { getTranslator, type MessageId } from '../../../platform/i18n/translate.ts'
import { createEventTexts, describeEvent } from './describe-event.ts'
import { listOrderEvents } from './order-events.ts'

const DAYS = 500
/** Each locale sees every fifth day, each day three of them at most; with PROOF each sees all. */
const STEP = process.env.PROOF === 'true' ? 1 : 5
const DAY_MS = 86_400_000

/** Texts of mails that name days to come. */
const COMING: readonly MessageId[] = [
  'mail.order-delayed.subject',
  'order.message.hold.answer',
  'order.message.hold.answer-or-cancel',
  'order.message.hold.answer-or-print',
  'order.message.payment-failed.text',
  'order.message.refund.by',
  'order.message.refund.to-by',
]

test.each(LOCALES)(
  'NX-107 NX-109 NX-115 the mail of each event, were it written on each of 500 days, in %s: no day that is over as one to come, no year missing',
  locale => {
    const { timeZone } = brands.find(brand => brand.locale === locale)!
    const translate = getTranslator(locale)
    const faults: string[] = []
    const kinds = new Set<string>()
    for (const [name, order] of Object.entries(ORDER_SCENARIOS)) {
      for (let days = LOCALES.indexOf(locale) % STEP; days < DAYS; days += STEP) {
        const now = Date.parse(SCENARIO_START) + days * DAY_MS + ((days * 37) % 1440) * 60_000
        const events = listOrderEvents(order, { now, timeZone })
        if (events.length === 0) continue
        const today = formatCalendarDay(new Date(now), timeZone)
        const text: typeof translate = (id, values) => {
          for (const label of Object.values(values ?? {})) {
            const named = listNamedDays(locale, String(label), today)
            const last = named.at(-1)
            if (last && COMING.includes(id) && last.day < today)
              faults.push(`${name}, ${today}: ${id} '${label}' is over`)
            if (named.some(({ day, hasYear }) => !hasYear && Math.abs(countDaysBetween(day, today)) > 90))
              faults.push(`${name}, ${today}: ${id} '${label}' has no year`)
          }
          return translate(id, values)
        }
        for (const event of events) {
          kinds.add(event.kind)
          const { subject, sentences } = describeEvent(
            createEventTexts(text, { locale, timeZone, now }, order),
            event,
          )
          const mail = [subject, ...sentences].join('\n')
          if (/undefined|NaN|Invalid|[{}]/.test(mail)) faults.push(`${name}, ${today}: ${mail}`)
        }
      }
    }
    expect(faults.slice(0, 20)).toEqual([])
    expect([...kinds].toSorted()).toEqual([
      'order-delayed',
      'order-ended',
      'order-hold',
      'order-payment-failed',
      'order-refund',
    ])
  },
)
