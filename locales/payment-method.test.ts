import { expect, test } from 'vitest'
import { ORDER_PAYMENT_METHODS } from '#contract/input/payment-methods.ts'
import { readLocale } from './compile.ts'
import { namePaymentMethod, nameRefundMethod } from './payment-method.ts'
import { LANGUAGES } from './renderings.testing.ts'

/** Where a name needs neither case nor article: after a colon at the end, in brackets, or after the English 'by'. */
const STANDS_FREE = /(?:[:\u00a0\u202f]|^By|Paid by) ?\{method\}(?:\.?$| on \{date\}$)|\(\{method\}\)\.$/

test.each(LANGUAGES)('RV-1214 %s has names of methods where they agree with nothing', locale => {
  const texts = Object.values(readLocale(locale)).filter(text => text.includes('{method}'))
  expect(texts.length).toBeGreaterThan(5)
  expect(texts.filter(text => !STANDS_FREE.test(text))).toEqual([])
})

test.each(LANGUAGES)('RV-1214 %s names every method but what only the retailer names', locale => {
  const catalogue = readLocale(locale)
  const text = (id: string, { digits = '' }: Record<string, string> = {}) =>
    catalogue[id]!.replace('{digits}', digits)
  const names = ORDER_PAYMENT_METHODS.map(method => namePaymentMethod(text, { method }))
  expect(new Set(names).size).toBe(ORDER_PAYMENT_METHODS.length)
  expect(names.flatMap((name, index) => (name ? [] : ORDER_PAYMENT_METHODS[index]))).toEqual(['other'])
  const payment = { method: 'card', lastDigits: '4242' } as const
  expect(namePaymentMethod(text, payment)).toMatch(/^\p{L}.* 4242$/u)
  expect(nameRefundMethod(text, 'card', payment)).toBe(namePaymentMethod(text, payment))
  expect(nameRefundMethod(text, 'paypal', payment)).toBe('PayPal')
  const account = namePaymentMethod(text, { method: 'direct-debit' })
  expect(nameRefundMethod(text, 'direct-debit', payment)).toBe(account)
  expect(nameRefundMethod(text, undefined, payment)).toBeUndefined()
  expect(namePaymentMethod(text, { method: 'direct-debit', lastDigits: '0815' })).toMatch(/ 0815$/)
})
