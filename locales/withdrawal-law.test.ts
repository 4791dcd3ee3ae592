import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brands } from '#brands/index.ts'
import { LOCALES, type Locale } from '#contract/brands.ts'
import { WITHDRAWAL_EXCLUSIONS } from '#contract/withdrawal.ts'
import { listFallbacks, readLocale } from './compile.ts'

/** Country and law of each locale, from the table that a lawyer reads. */
const rows = new Map(
  readFileSync(new URL('../docs/withdrawal-law.md', import.meta.url), 'utf8')
    .split('\n')
    .filter(line => /^\| [a-z]{2}-[A-Z]{2} \|/.test(line))
    .map(line => line.split('|').map(cell => cell.trim()))
    .map(([, locale, country, law, right]) => [
      locale!,
      { country: country!, law: law!, right: right!.toLowerCase() },
    ]),
)

/** All texts of a locale, with those that it takes from others. */
const texts = new Map(
  LOCALES.map(locale => [
    locale,
    Object.assign({}, ...listFallbacks(locale).toReversed().map(readLocale)) as Record<string, string>,
  ]),
)
const readText = (locale: Locale, id: string): string => texts.get(locale)![id]!

test.each(brands)(
  'RV-1062 $id names the law of its country as the reason of an exclusion',
  ({ locale, country }) => {
    const { law, country: countryName } = rows.get(locale)!
    // Great Britain is the part of the United Kingdom for which the regulations were made.
    const name = new Intl.DisplayNames('en-GB', { type: 'region' }).of(country)
    expect(countryName).toBe(country === 'GB' ? 'Great Britain' : name)
    for (const exclusion of WITHDRAWAL_EXCLUSIONS) {
      const id = `withdrawal.product.why.${exclusion}`
      const text = readText(locale, id)
      expect(text).toContain(law)
      expect(text).not.toMatch(/2011\/83/)
    }
  },
)

/** The texts that name the right itself. */
const OF_THE_RIGHT = [
  'order.help.withdraw-excluded',
  'withdrawal.product.ended',
  ...WITHDRAWAL_EXCLUSIONS.map(exclusion => `withdrawal.product.excluded.${exclusion}`),
  'withdrawal.product.why.other',
  'withdrawal.refused.business',
  'withdrawal.refused.excluded',
]

test.each(LOCALES)('RV-1062 %s names the right as the law of its country does', locale => {
  const { right } = rows.get(locale)!
  for (const id of OF_THE_RIGHT)
    expect([id, readText(locale, id).toLowerCase()]).toEqual([id, expect.stringContaining(right)])
})

/** Words of another country's law, or of none. */
const FOREIGN: Partial<Record<Locale, RegExp>> = {
  'de-AT': /widerruf/i,
  'de-DE': /rücktritt/i,
  'en-GB': /right of withdrawal/i,
  'en-IE': /right of withdrawal/i,
  'nl-BE': /recht van ontbinding/i,
  'nl-NL': /herroepingsrecht/i,
  'pt-PT': /rescis|rescind/i,
  'sv-SE': /frånträdet?\b|frånträdande/i,
}

test.each(Object.entries(FOREIGN) as [Locale, RegExp][])(
  'RV-1062 %s has no word of another country’s right in any text',
  (locale, foreign) => {
    const ids = Object.keys(readLocale('en-GB'))
    expect(ids.filter(id => foreign.test(readText(locale, id)))).toEqual([])
  },
)
