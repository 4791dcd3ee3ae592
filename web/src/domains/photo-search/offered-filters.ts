import { useQuery } from '@tanstack/react-query'
import { type FilterTexts, formatSeason, labelFilterValue, listWords } from '#locales/filter-labels.ts'
import { formatTown, townsQuery } from '#web/domains/places/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import type { FilterPart } from './filter-labels.ts'

/** Searches that everybody can make, to try. */
export function useTries(): FilterPart[] {
  const { text } = useTexts()
  const label = useLabel()
  const now = new Date()
  const year = now.getFullYear()
  const lastSummer = formatSeason('summer', now.getMonth() > AUGUST ? year : year - 1)
  return [
    { field: 'date', value: String(year), label: listWords(text('search.word.this-year'))[0]! },
    { field: 'date', value: lastSummer, label: listWords(text('search.word.last-summer'))[0]! },
    label('days', 'christmas'),
    label('days', 'sun'),
    label('undated', 'true'),
    label('printed', 'never'),
    label('printed', 'yes'),
    label('print', A3),
    label('shape', 'panorama'),
  ]
}

/** Filters that can be added to any, by kind; towns while they are known. */
export function useOfferedFilters(): FilterPart[] {
  const { locale } = useTexts()
  const label = useLabel()
  const tries = useTries()
  const { data } = useQuery(townsQuery(locale))
  const towns = (data?.isOn ? data.towns : []).slice(0, TOWNS_MAX)
  return [
    ...tries,
    label('shape', 'landscape'),
    label('shape', 'upright'),
    label('shape', 'square'),
    label('type', 'screenshot'),
    ...towns.map(
      (town): FilterPart => ({
        field: 'place',
        value: String(town.placeId),
        label: formatTown(town, locale),
      }),
    ),
  ]
}

function useLabel() {
  const { locale, text } = useTexts()
  return (field: FilterPart['field'], value: string): FilterPart => ({
    field,
    value,
    label: labelFilterValue(locale, text as FilterTexts, () => undefined, [field, value]),
  })
}

/** The print size of the filter, in centimetres. */
const A3 = '30x42'
const AUGUST = 7
const TOWNS_MAX = 8
