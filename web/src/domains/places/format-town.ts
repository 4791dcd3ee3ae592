import type { Town } from '#contract/places.ts'

/** Formats a town in the customer's language: 'Munich, Germany'; the service names the town in that language. */
export function formatTown(town: Town, locale: string): string {
  const country = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(town.country)
  return country ? `${town.name}, ${country}` : town.name
}
