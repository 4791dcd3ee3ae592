import type { Town } from '#contract/places.ts'
import { getTownName } from '#contract/town-names.ts'

/** Formats a town in the customer's language: 'Munich, Germany'. */
export function formatTown(town: Town, locale: string): string {
  const country = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(town.country)
  const name = getTownName(town, locale)
  return country ? `${name}, ${country}` : name
}
