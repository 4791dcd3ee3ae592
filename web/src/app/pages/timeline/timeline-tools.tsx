import CircleCheck from 'lucide-react/icons/circle-check'
import Trash2 from 'lucide-react/icons/trash-2'
import { PageTool, PageToolLink, PageTools, type Sort, SortSelect } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'

/** Toolbar of the timeline: sorting (PL-021, OP-07), selection mode, and the link to 'Recently deleted'. */
export function TimelineTools({ sort, onSort, onSelect }: TimelineToolsProps) {
  const { text } = useTexts()
  return (
    <PageTools sort={<SortSelect createdLabels={UPLOADED_LABELS} sort={sort} onSort={onSort} />}>
      {/* Shown only when there are photos to select, without moving the other tools. */}
      {onSelect && <PageTool icon={CircleCheck} name={text('selection.start')} onPress={onSelect} />}
      <PageToolLink icon={Trash2} name={text('bin.title')} to={PATHS.deletedPhotos} />
    </PageTools>
  )
}

const UPLOADED_LABELS = { asc: 'photos.sort.uploaded-asc', desc: 'photos.sort.uploaded-desc' } as const

export interface TimelineToolsProps {
  sort: Sort
  onSort: (sort: Sort) => void
  /** Undefined when there are no photos to select. */
  onSelect?: () => void
}
