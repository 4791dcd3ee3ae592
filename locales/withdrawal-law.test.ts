import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brands } from '#brands/index.ts'
import { WITHDRAWAL_EXCLUSIONS } from '#contract/withdrawal.ts'
import { listFallbacks, readLocale } from './compile.ts'

/** Country and law of each locale, from the table that a lawyer reads. */
const rows = new Map(
  readFileSync(new URL('../docs/withdrawal-law.md', import.meta.url), 'utf8')
    .split('\n')
    .filter(line => /^\| [a-z]{2}-[A-Z]{2} \|/.test(line))
    .map(line => line.split('|').map(cell => cell.trim()))
    .map(([, locale, country, law]) => [locale!, { country: country!, law: law! }]),
)

test.each(brands)(
  'RV-1062 $id names the law of its country as the reason of an exclusion',
  ({ locale, country }) => {
    const { law, country: countryName } = rows.get(locale)!
    // Great Britain is the part of the United Kingdom for which the regulations were made.
    const name = new Intl.DisplayNames('en-GB', { type: 'region' }).of(country)
    expect(countryName).toBe(country === 'GB' ? 'Great Britain' : name)
    for (const exclusion of WITHDRAWAL_EXCLUSIONS) {
      const id = `withdrawal.product.why.${exclusion}`
      const text = listFallbacks(locale)
        .map(each => readLocale(each)[id])
        .find(Boolean)
      expect(text).toContain(law)
      expect(text).not.toMatch(/2011\/83/)
    }
  },
)
