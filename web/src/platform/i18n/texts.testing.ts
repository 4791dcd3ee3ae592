import type { Locale } from '#contract/brands.ts'
import { compileLocale } from '#locales/compile.ts'
import { createTexts, type Texts } from './texts.ts'

/** Loads the real catalogue for component tests; it reads files, so browser code must not import it. */
export function textsForTests(
  locale: Locale = 'en-GB',
  { name = 'Keepsake', timeZone = 'Europe/London' } = {},
): Texts {
  const key = JSON.stringify([locale, name, timeZone])
  const texts = loadedTexts.get(key) ?? createTexts(locale, compileLocale(locale), { name, timeZone })
  loadedTexts.set(key, texts)
  return texts
}

/** Parsing a catalogue costs as much as many tests. */
const loadedTexts = new Map<string, Texts>()
