import type { Locale } from '#contract/brands.ts'
import { compileLocale } from '#locales/compile.ts'
import { createTexts, type Texts } from './texts.ts'

/** Loads the real catalogue for component tests; it reads files, so browser code must not import it. */
export function textsForTests(
  locale: Locale = 'en-GB',
  { name = 'Keepsake', timeZone = 'Europe/London' } = {},
): Texts {
  return createTexts(locale, compileLocale(locale), { name, timeZone })
}
