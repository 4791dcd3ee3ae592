import type { Locale } from '#contract/brands.ts'
import { getPlaces } from '#contract/places.ts'
import { callQuery } from '#web/platform/query/call-query.ts'

/** Whether places are on, and the towns of the account's photos, those with most photos first. */
export const townsQuery = (locale: Locale) =>
  callQuery(['places', 'towns', locale], getPlaces, { query: { locale } })
