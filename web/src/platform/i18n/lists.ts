import type { Texts } from './texts.ts'

/** Formats 'Photo book, 24 prints and a map poster'. */
export function listLabel({ locale }: Pick<Texts, 'locale'>, items: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(items)
}
