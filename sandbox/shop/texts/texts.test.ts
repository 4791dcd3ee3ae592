import { expect, test } from 'vitest'
import { brands } from '#brands/index.ts'
import { getCurrency } from '../catalog.ts'
import da from './da.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import it from './it.json' with { type: 'json' }
import nb from './nb.json' with { type: 'json' }
import nl from './nl.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }
import sv from './sv.json' with { type: 'json' }
import { getTexts } from './texts.ts'

const placeholders = (text: string) => [...text.matchAll(/\{[\w-]+\}/g)].map(String).sort()

test.each([
  ['da', da],
  ['de', de],
  ['es', es],
  ['fr', fr],
  ['it', it],
  ['nb', nb],
  ['nl', nl],
  ['pt', pt],
  ['sv', sv],
])(
  'AA-121 %s has every text of the shop with its placeholders',
  (_language, texts: Record<string, string>) => {
    expect(Object.keys(texts)).toEqual(Object.keys(en))
    for (const [id, text] of Object.entries(en))
      expect([id, placeholders(texts[id]!)]).toEqual([id, placeholders(text)])
  },
)

test('RV-832 no text of the shop has a straight apostrophe', () => {
  expect(JSON.stringify([da, de, en, es, fr, it, nb, nl, pt, sv])).not.toContain("'")
})

test('RV-405 every brand has texts and formats in its language', () => {
  for (const brand of brands) expect(getTexts(brand).locale).toBe(brand.locale)
  const byLocale = new Map(brands.map(brand => [brand.locale, getTexts(brand)]))
  expect(byLocale.get('de-AT')?.text('editor.title')).toBe('Abzüge bestellen')
  expect(byLocale.get('nl-BE')?.plural('summary.prints', 1)).toBe('1 afdruk')
  expect(byLocale.get('fr-BE')?.text('editor.title')).toBe('Commander des tirages')
  expect(byLocale.get('da-DK')?.text('editor.title')).toBe('Bestil fotoprint')
  expect(byLocale.get('nb-NO')?.text('editor.title')).toBe('Bestill fremkalling')
  expect(byLocale.get('sv-SE')?.plural('summary.prints', 1)).toBe('1 bild')
  expect(byLocale.get('de-DE')?.price(123456, 'EUR')).toBe('1.234,56\u00a0€')
})

test.each([
  ['da-DK', '3,18\u00a0DKK', '12.345,67\u00a0DKK'],
  ['nb-NO', '3,18\u00a0NOK', '12\u00a0345,67\u00a0NOK'],
  ['sv-SE', '3,18\u00a0SEK', '12\u00a0345,67\u00a0SEK'],
  ['fr-FR', '3,18\u00a0€', '12\u202f345,67\u00a0€'],
  ['fr-BE', '3,18\u00a0€', '12\u202f345,67\u00a0€'],
  ['it-IT', '3,18\u00a0€', '12.345,67\u00a0€'],
  ['es-ES', '3,18\u00a0€', '12.345,67\u00a0€'],
  ['pt-PT', '3,18\u00a0€', '12\u00a0345,67\u00a0€'],
])("RV-405 prices are in the brand's currency and format: %s", (locale, small, large) => {
  const brand = brands.find(each => each.locale === locale)!
  const texts = getTexts(brand)
  const currency = getCurrency(brand.country)
  expect([texts.price(318, currency), texts.price(1234567, currency)]).toEqual([small, large])
})

test.each([
  ['fr-BE', '23 novembre 2026 à 14:05', 'Belgique', '0 tirage'],
  ['it-IT', '23 novembre 2026 alle ore 14:05', 'Italia', '0 stampe'],
  ['es-ES', '23 de noviembre de 2026 a las 14:05', 'España', '0 copias'],
  ['pt-PT', '23 de novembro de 2026 às 13:05', 'Portugal', '0 impressões'],
])(
  'RV-405 dates, countries and plurals are in the language of the brand: %s',
  (locale, time, country, none) => {
    const brand = brands.find(each => each.locale === locale)!
    const texts = getTexts(brand)
    expect(texts.dateTime('2026-11-23T13:05:00Z')).toBe(time)
    expect(texts.countryName(brand.country)).toBe(country)
    expect(texts.plural('summary.prints', 0)).toBe(none)
  },
)
