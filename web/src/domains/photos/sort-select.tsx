import ArrowDownWideNarrow from 'lucide-react/icons/arrow-down-wide-narrow'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Sort } from './sort-preference.ts'

/** The four orders of photos (PL-021); 'created' is the upload in the library and the copying in an album (OP-07). */
export function SortSelect({ labels, sort, onSort }: SortSelectProps) {
  const { text } = useTexts()
  const id = `${sort.key}-${sort.order}` as const
  return (
    <Select
      label={text('photos.sort.label')}
      icon={ArrowDownWideNarrow}
      variant="plain"
      options={SORTS.map(option => ({ id: option.id, label: text(option[labels]) }))}
      value={id}
      onChange={chosen => onSort(SORTS.find(option => option.id === chosen)!.sort)}
    />
  )
}

export interface SortSelectProps {
  labels: 'photos' | 'album'
  sort: Sort
  onSort: (sort: Sort) => void
}

const SORTS: {
  id: `${Sort['key']}-${Sort['order']}`
  photos: MessageId
  album: MessageId
  sort: Sort
}[] = [
  {
    id: 'created-desc',
    photos: 'photos.sort.uploaded-desc',
    album: 'photos.sort.created-desc',
    sort: { key: 'created', order: 'desc' },
  },
  {
    id: 'created-asc',
    photos: 'photos.sort.uploaded-asc',
    album: 'photos.sort.created-asc',
    sort: { key: 'created', order: 'asc' },
  },
  {
    id: 'dateTaken-desc',
    photos: 'photos.sort.taken-desc',
    album: 'photos.sort.taken-desc',
    sort: { key: 'dateTaken', order: 'desc' },
  },
  {
    id: 'dateTaken-asc',
    photos: 'photos.sort.taken-asc',
    album: 'photos.sort.taken-asc',
    sort: { key: 'dateTaken', order: 'asc' },
  },
]
