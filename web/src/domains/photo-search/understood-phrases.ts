import type { Phrase } from '#contract/search-suggestions.ts'

/** Phrases of the last search of this page, with their alternatives; a reload forgets them. */
let phrases: readonly Phrase[] = []

/** Remembers as what a text was understood. */
export function rememberPhrases(understood: readonly Phrase[]): void {
  phrases = understood
}

/** Finds the phrase of a value that can mean something else. */
export function findPhrase({ field, value }: Pick<Phrase, 'field' | 'value'>): Phrase | undefined {
  return phrases.find(
    phrase => phrase.field === field && phrase.value === value && phrase.alternatives.length > 0,
  )
}
