import { useQuery } from '@tanstack/react-query'
import type { Phrase } from '#contract/search-suggestions.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useSearchText } from './search-text.ts'
import { suggestionsQuery } from './use-suggestions.ts'

/** A part of a filter's text: its meanings are the one it was understood as and its alternatives. */
export interface SearchPhrase {
  text: string
  meanings: readonly Pick<Phrase, 'field' | 'value' | 'label'>[]
}

/** Loads as what the text of the results was understood, also after a reload; empty for results of an address alone. */
export function usePhrases(): SearchPhrase[] {
  const { locale } = useTexts()
  const searched = useSearchText()
  const { data } = useQuery({ ...suggestionsQuery(searched, locale), enabled: searched !== '' })
  return (
    data?.understood.phrases.map(({ text, field, value, label, alternatives }) => ({
      text,
      meanings: [{ field, value, label }, ...alternatives],
    })) ?? []
  )
}
