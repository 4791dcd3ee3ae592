import type { SortOrder } from '#contract/photos.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useScreenSize } from '#web/ui/screen-size.ts'
import { Select } from '#web/ui/select.tsx'
import { SORT_ICONS } from '#web/ui/sort-icon.ts'
import type { Sort } from '../photo-list/sort.ts'

/** The four orders of photos. On small screens only the icon shows the direction of the chosen one. */
export function SortSelect({ createdLabels, sort, onSort }: SortSelectProps) {
  const { text } = useTexts()
  const small = useScreenSize() === 'small'
  const getLabels = ({ key }: Sort) => (key === 'created' ? createdLabels : TAKEN_LABELS)
  return (
    <Select
      label={text('photos.sort.label')}
      icon={SORT_ICONS[sort.order]}
      variant="plain"
      options={SORTS.map(option => ({
        id: formatSortId(option),
        label: text(getLabels(option)[option.order]),
      }))}
      value={formatSortId(sort)}
      shortLabel={small ? text(getLabels(sort).short) : undefined}
      onChange={id => onSort(SORTS.find(option => formatSortId(option) === id)!)}
    />
  )
}

export interface SortSelectProps {
  /** `created` is the upload date in the library and the date added in an album. */
  createdLabels: SortLabels
  sort: Sort
  onSort: (sort: Sort) => void
}

/** The texts of both directions, and a short one without a direction. */
type SortLabels = Record<SortOrder | 'short', MessageId>

const TAKEN_LABELS: SortLabels = {
  asc: 'photos.sort.taken-asc',
  desc: 'photos.sort.taken-desc',
  short: 'photos.sort.taken',
}

const SORTS: Sort[] = [
  { key: 'created', order: 'desc' },
  { key: 'created', order: 'asc' },
  { key: 'dateTaken', order: 'desc' },
  { key: 'dateTaken', order: 'asc' },
]

const formatSortId = ({ key, order }: Sort) => `${key}-${order}` as const
