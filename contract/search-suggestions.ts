import { z } from 'zod'
import { locale } from './brands.ts'
import { endpoint } from './endpoint.ts'
import { FILTER_FIELDS, SEARCH_TEXT_MAX } from './filter-query.ts'
import { text } from './input/text.ts'
import { filterField, searchEndpoint } from './photo-search.ts'
import { count } from './scalars.ts'

/** Most options of one list of suggestions. */
export const OPTIONS_MAX = 8

/** A filter, as `photoFilter` accepts it. */
const filter = z.partialRecord(z.enum(FILTER_FIELDS), z.union([z.string(), z.array(z.string())]))

/** A part of a label, as positions in it. */
const textRange = z.object({ start: count, end: count })

/** What a part of a search text means, or could mean. */
const meaning = z.object({
  field: filterField,
  /** The filter's value. */
  value: z.string(),
  label: z.string(),
})

export const phrase = meaning.extend({
  text: z.string(),
  alternatives: z.array(meaning),
})
export type Phrase = z.infer<typeof phrase>

export const searchOption = z.object({
  kind: z.enum(['date', 'place', 'camera', 'album', 'product', 'name', 'shape', 'printed']),
  label: z.string(),
  /** Parts of the label that the text matches. */
  matched: z.array(textRange),
  filter,
  photos: count,
})
export type SearchOption = z.infer<typeof searchOption>

export const getSearchSuggestions = endpoint('GET', 'photoManagement', '/photo-search/suggestions', {
  ...searchEndpoint,
  summary: 'What a text can mean as a search of photos, each option with its number of photos (NX-203)',
  query: z.strictObject({
    text: text({ max: SEARCH_TEXT_MAX }),
    locale,
    /** The day where the customer is, for 'yesterday' and 'last summer'; by default that of UTC. */
    today: z.iso.date().optional(),
  }),
  answer: z.object({
    options: z.array(searchOption).max(OPTIONS_MAX),
    understood: z.object({
      filter,
      phrases: z.array(phrase),
      /** Words that mean nothing else and are searched in names of photos, albums and places. */
      rest: z.string(),
      /** Words that occur nowhere and are left out of the filter. */
      unknown: z.array(z.string()),
      /** Misspelt words and what they are read as. */
      corrected: z.array(z.object({ text: z.string(), word: z.string() })),
    }),
  }),
})
