import ArrowDownWideNarrow from 'lucide-react/icons/arrow-down-wide-narrow'
import type { SortOrder } from '#contract/photos.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Sort } from '../photo-list/sort.ts'

/** The four orders of photos (PL-021). */
export function SortSelect({ createdLabels, sort, onSort }: SortSelectProps) {
  const { text } = useTexts()
  const labelOf = ({ key, order }: Sort) => text((key === 'created' ? createdLabels : TAKEN_LABELS)[order])
  return (
    <Select
      label={text('photos.sort.label')}
      icon={ArrowDownWideNarrow}
      variant="plain"
      options={SORTS.map(option => ({ id: idOf(option), label: labelOf(option) }))}
      value={idOf(sort)}
      onChange={chosen => onSort(SORTS.find(option => idOf(option) === chosen)!)}
    />
  )
}

export interface SortSelectProps {
  /** `created` is the upload date in the library and the date added in an album (OP-07). */
  createdLabels: Record<SortOrder, MessageId>
  sort: Sort
  onSort: (sort: Sort) => void
}

const TAKEN_LABELS = { asc: 'photos.sort.taken-asc', desc: 'photos.sort.taken-desc' } as const

const SORTS: Sort[] = [
  { key: 'created', order: 'desc' },
  { key: 'created', order: 'asc' },
  { key: 'dateTaken', order: 'desc' },
  { key: 'dateTaken', order: 'asc' },
]

const idOf = ({ key, order }: Sort) => `${key}-${order}` as const
