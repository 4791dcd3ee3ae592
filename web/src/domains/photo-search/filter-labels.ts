import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FILTER_FIELDS, type FilterField, formatFilter, type PhotoFilter } from '#contract/filter-query.ts'
import { getSearchLabels } from '#contract/photo-search.ts'
import { type FilterTexts, labelFilterValue } from '#locales/filter-labels.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { callQuery } from '#web/platform/query/call-query.ts'

/** A value of a filter and what it is called. */
export interface FilterPart {
  field: FilterField
  value: string
  label: string
}

/**
 * Returns the values of a filter with their labels; names of cameras, albums and products come from the service, and `isLabelled` is
 * false until they are there.
 */
export function useFilterParts(filter: PhotoFilter): { parts: FilterPart[]; isLabelled: boolean } {
  const { locale, text } = useTexts()
  const isNamed = Boolean(filter.place ?? filter.camera ?? filter.album ?? filter.product ?? filter.project)
  const { data, isError } = useQuery(
    callQuery(['photos', 'found-labels', formatFilter(filter)], getSearchLabels, {
      query: { ...filter, locale } as never,
      enabled: isNamed,
    }),
  )
  const parts = useMemo(() => {
    const names = (field: FilterField, value: string) =>
      data?.labels.find(each => each.field === field && each.value === value)?.label
    return FILTER_FIELDS.flatMap(field =>
      [filter[field] ?? []].flat().map(value => ({
        field,
        value,
        label: labelFilterValue(locale, text as FilterTexts, names, [field, value]),
      })),
    )
  }, [filter, data, locale, text])
  return { parts, isLabelled: !isNamed || data !== undefined || isError }
}

/** Returns the filter without one of its values. */
export function withoutValue(
  filter: PhotoFilter,
  { field, value }: Pick<FilterPart, 'field' | 'value'>,
): PhotoFilter {
  const remaining = [filter[field] ?? []].flat().filter(each => each !== value)
  return { ...filter, [field]: remaining.length > 0 ? remaining : undefined }
}

/** Returns the filter with a further value: an alternative to those of its field, or the only one of a field that has one. */
export function withValue(
  filter: PhotoFilter,
  { field, value }: Pick<FilterPart, 'field' | 'value'>,
): PhotoFilter {
  if (field === 'name') return { ...filter, name: [filter.name, value].filter(Boolean).join(' ') }
  if (field === 'undated' || field === 'printed' || field === 'print') return { ...filter, [field]: value }
  return { ...filter, [field]: [...new Set([...(filter[field] ?? []), value])] }
}

/** Whether a filter has a value. */
export const hasValue = (
  filter: PhotoFilter,
  { field, value }: Pick<FilterPart, 'field' | 'value'>,
): boolean => [filter[field] ?? []].flat().includes(value)
