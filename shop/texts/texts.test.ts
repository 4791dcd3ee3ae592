import { expect, test } from 'vitest'
import { brands } from '#brands/index.ts'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import nl from './nl.json' with { type: 'json' }
import { textsOf } from './texts.ts'

const placeholders = (text: string) => [...text.matchAll(/\{[\w-]+\}/g)].map(String).sort()

test.each([
  ['de', de],
  ['nl', nl],
])(
  'AA-121 %s has every text of the shop with its placeholders',
  (_language, texts: Record<string, string>) => {
    expect(Object.keys(texts)).toEqual(Object.keys(en))
    for (const [id, text] of Object.entries(en))
      expect([id, placeholders(texts[id]!)]).toEqual([id, placeholders(text)])
  },
)

test('every brand has texts: in its language when there is a catalogue, else in English', () => {
  const byLocale = new Map(brands.map(brand => [brand.locale, textsOf(brand)]))
  expect(byLocale.get('de-AT')?.text('editor.title')).toBe('Abzüge bestellen')
  expect(byLocale.get('nl-BE')?.counted('summary.prints', 1)).toBe('1 afdruk')
  expect([byLocale.get('fr-FR')?.locale, byLocale.get('fr-FR')?.text('editor.title')]).toEqual([
    'en-GB',
    'Order prints',
  ])
  expect(byLocale.get('de-DE')?.price(123456, 'EUR')).toBe('1.234,56\u00a0€')
})
