import { expect, test } from 'vitest'
import { getTranslator, toSupportedLocale } from './translate.ts'

test('AA-121 messages missing from a regional catalogue fall back to its language', () => {
  expect(getTranslator('de-AT')('menu.orders')).toBe('Meine Bestellungen')
  expect(getTranslator('en-IE')('menu.orders')).toBe('My orders')
})

test('a locale without a catalogue gets the default one', () => {
  expect(toSupportedLocale('nl-BE')).toBe('nl-BE')
  expect(toSupportedLocale('ja-JP')).toBe('en-GB')
  expect(getTranslator('ja-JP')('menu.orders')).toBe('My orders')
})

test('a missing value of a message throws instead of leaving a gap in a page', () => {
  expect(() => getTranslator('en-GB')('delete.success')).toThrow()
  expect(() => getTranslator('en-GB')('mail.footer')).toThrow()
})
