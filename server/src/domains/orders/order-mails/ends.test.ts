import { expect, test } from 'vitest'
import { brands } from '#brands/index.ts'
import { orderForTests } from '#contract/orders.testing.ts'
import { formatOrderDay } from '#locales/order-days.ts'
import { getTranslator } from '../../../platform/i18n/translate.ts'
import { createEndFormat, createInstantFormat } from '../../../platform/mail/request-facts.ts'
import { createEventTexts, describeEvent } from './describe-event.ts'

const NOW = Date.parse('2026-11-28T19:00:00Z')
const NOON = '2026-12-04T12:00:00Z'

test.each(brands.map(({ id, locale, timeZone }) => [id, locale, timeZone] as const))(
  'RV-1151 mails to customers of %s name the day before of what ends at midnight',
  (_, locale, timeZone) => {
    const hours = Number(
      new Intl.DateTimeFormat('en', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(Date.parse(NOON)),
    )
    const midnight = Date.parse(NOON) + (24 - hours) * 3_600_000
    const end = new Date(midnight).toISOString()
    const reader = { locale, timeZone, now: NOW }
    const [day, dayAfter] = [NOON, end].map(at => formatOrderDay(reader, at)) as [string, string]
    const texts = createEventTexts(getTranslator(locale), reader, orderForTests({}))
    const refund = { refundId: 'r', amount: 100, at: NOON, state: 'announced', reason: 'goodwill' } as const
    const mails = [
      describeEvent(texts, {
        kind: 'order-payment-failed',
        message: { kind: 'payment-failed', payBy: end },
      } as never),
      describeEvent(texts, {
        kind: 'order-hold',
        message: { kind: 'hold-action', notice: { kind: 'hold', since: NOON, answerBy: end } },
      } as never),
      describeEvent(texts, {
        kind: 'order-refund',
        message: {
          kind: 'refund',
          refund: { ...refund, expectedBy: end },
          refunds: [],
          rest: 0,
          isOver: false,
        },
      } as never),
    ].map(({ sentences }) => sentences.join(' '))
    for (const mail of mails) {
      expect(mail).toContain(day)
      expect(mail).not.toContain(dayAfter)
    }
    const full = formatOrderDay(reader, NOON, 'day', 'always')
    const format = createEndFormat(locale, timeZone)
    expect([midnight - 1, midnight].map(at => format(new Date(at)))).toEqual([full, full])
    expect(format(new Date(midnight + 1))).not.toBe(full)
    expect(createEndFormat(locale, timeZone, createInstantFormat)(new Date(midnight))).toMatch(/23[:.]59$/)
  },
)
