import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import { DEFAULT_LOCALE, type Locale } from '#contract/brands.ts'

export type CompiledMessages = Record<string, MessageFormatElement[]>

/**
 * Parses a locale's complete catalogue: missing keys are taken from its fallbacks, key by key, down to en-GB. The browser loads the result as `/locales/{locale}.json` and needs no message parser. Throws with file and
 * key on broken ICU text.
 */
export function compileLocale(locale: Locale): CompiledMessages {
  const compiled: CompiledMessages = {}
  for (const source of listFallbacks(locale)) {
    for (const [id, text] of Object.entries(readLocale(source)))
      compiled[id] ??= compileText(source, id, text)
  }
  return compiled
}

/** Lists the locale, then its fallbacks for missing keys; always ends with en-GB. */
export function listFallbacks(locale: Locale): Locale[] {
  const next = FALLBACKS[locale]
  if (next) return [locale, ...listFallbacks(next)]
  return locale === DEFAULT_LOCALE ? [locale] : [locale, DEFAULT_LOCALE]
}

/** Reads the locale's own file without fallbacks: message id → ICU text. Reads the file on every call. */
export function readLocale(locale: Locale): Record<string, string> {
  return JSON.parse(readFileSync(join(import.meta.dirname, `${locale}.json`), 'utf8'))
}

const FALLBACKS: Partial<Record<Locale, Locale>> = { 'de-AT': 'de-DE', 'nl-BE': 'nl-NL', 'fr-BE': 'fr-FR' }

function compileText(locale: Locale, id: string, text: string) {
  try {
    return parse(text)
  } catch (cause) {
    throw new Error(`locales/${locale}.json: '${id}' is broken: ${text}`, { cause })
  }
}
