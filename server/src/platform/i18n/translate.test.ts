import { expect, test } from 'vitest'
import { getTranslator, supportedLocale } from './translate.ts'

test('AA-121 messages missing from a regional catalogue come from its language', () => {
  expect(getTranslator('de-AT')('menu.orders')).toBe('Meine Bestellungen')
  expect(getTranslator('en-IE')('menu.orders')).toBe('My orders')
})

test('a locale without a catalogue gets the default one', () => {
  expect(supportedLocale('nl-BE')).toBe('nl-BE')
  expect(supportedLocale('ja-JP')).toBe('en-GB')
  expect(getTranslator('ja-JP')('menu.orders')).toBe('My orders')
})

test('a value that a text needs and does not get is an error, not a hole in a page', () => {
  expect(() => getTranslator('en-GB')('delete.success')).toThrow()
  expect(() => getTranslator('en-GB')('mail.footer')).toThrow()
})
