import { queryOptions } from '@tanstack/react-query'
import type { Locale } from '#contract/brands.ts'
import { getPlaces } from '#contract/places.ts'
import { call } from '#web/platform/http/call.ts'

/** Whether places are on, and the towns of the account's photos, those with most photos first. */
export const townsQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['places', 'towns', locale],
    queryFn: ({ signal }) => call(getPlaces, { query: { locale } }, { signal }),
  })
