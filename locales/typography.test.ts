import { expect, test } from 'vitest'
import { LOCALES, type Locale } from '#contract/brands.ts'
import { type Rendering, renderCatalogue } from './renderings.testing.ts'

/** English wordings that a row gives with a straight apostrophe or three dots. */
const FIXED: Record<string, string> = {
  'change-email-error.title': 'AA-046',
  'delete-account-error.title': 'AA-045',
  'download.started': 'PL-111',
  'export.create-note': 'PL-116',
  'export.problem': 'PL-120',
  'export.processing': 'PL-118',
  'export.processing.text': 'PL-118',
  'export.requesting': 'PL-117',
  'prints.transferring': 'PL-139',
}

/** Opening and closing quotation mark of a language. */
const QUOTES: Record<string, [string, string]> = {
  da: ['»', '«'],
  de: ['„', '“'],
  en: ['‘', '’'],
  es: ['«', '»'],
  fr: ['«', '»'],
  it: ['«', '»'],
  nb: ['«', '»'],
  nl: ['‘', '’'],
  pt: ['«', '»'],
  sv: ['”', '”'],
}

/** Every quotation mark but ’, which is also the apostrophe. */
const ANY_QUOTE = /[‘‚„“”«»‹›]/

test.each(LOCALES)('RV-404 %s has no straight apostrophe or quotation mark and no three dots', locale => {
  const straight = find(locale, /['"`´]|\.{3}/)
  expect(straight.filter(({ id }) => !(locale === 'en-GB' && id in FIXED))).toEqual([])
})

test.each(LOCALES)('RV-404 %s has one kind of quotation marks, in pairs', locale => {
  const [open, close] = QUOTES[locale.slice(0, 2)]!
  const pair = new RegExp(`${open}[^${open}]*?${close}`, 'gu')
  const texts = renderCatalogue(locale)
  expect(texts.filter(({ text }) => ANY_QUOTE.test(text.replaceAll(pair, '')))).toEqual([])
})

test('RV-404 fr-FR has a no-break space before : ; ? ! % and inside « »', () => {
  expect(find('fr-FR', /(?<![\u00a0\u202f\d?!])[:;?!](?=[\s»,)]|$)/)).toEqual([])
  expect(find('fr-FR', /(?<![\u00a0\u202f])[%»]|«(?![\u00a0\u202f])/)).toEqual([])
})

test.each(LOCALES.filter(locale => !locale.startsWith('fr')))(
  'RV-404 %s has no blank before a mark',
  locale => {
    expect(find(locale, /\s[.:;?!,](?=\s|$)/)).toEqual([])
  },
)

test.each(LOCALES)('RV-404 %s never breaks a line before …', locale => {
  expect(find(locale, / …/)).toEqual([])
})

function find(locale: Locale, pattern: RegExp): Rendering[] {
  return renderCatalogue(locale).filter(({ text }) => pattern.test(text))
}
