import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { getSearchSuggestions } from '#contract/search-suggestions.ts'
import { isRetryable } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useDebounced } from '#web/platform/operations/use-debounced.ts'
import { callQuery } from '#web/platform/query/call-query.ts'
import { useSearchText } from './search-text.ts'

/** Milliseconds after the last key. */
const DELAY_MS = 120

/** Returns what a text can mean; options stay while new ones load, and a call that is no longer wanted is aborted. */
export function useSuggestions(typed: string) {
  const { locale } = useTexts()
  const queries = useQueryClient()
  const text = useDebounced(typed, DELAY_MS)
  const { data, isError } = useQuery({
    ...suggestionsQuery(text, locale),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
  return {
    data,
    /** What the text can mean could not be loaded. */
    isError,
    /** Loads what a text is understood as; undefined when it could not be loaded. */
    load: (wanted: string) => queries.fetchQuery(suggestionsQuery(wanted, locale)).catch(() => undefined),
  }
}

/** Loads as what the text of the results was understood, also after a reload; undefined for results of an address alone. */
export function useUnderstood() {
  const { locale } = useTexts()
  const searched = useSearchText()
  return useQuery({ ...suggestionsQuery(searched, locale), enabled: searched !== '' }).data?.understood
}

/** As what a text is understood, and what else it can mean. Offline it fails at once. */
export const suggestionsQuery = (text: string, locale: string) =>
  callQuery(['photos', 'suggestions', text, locale], getSearchSuggestions, {
    query: { text, locale, today: formatToday() } as never,
    staleTime: 60_000,
    networkMode: 'always',
    refetchOnReconnect: true,
    retry: (count, error) => navigator.onLine && count < 2 && isRetryable(error),
  })

/** The day where the customer is. */
function formatToday(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
