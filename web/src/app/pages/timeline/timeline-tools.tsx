import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import FolderClock from 'lucide-react/icons/folder-clock'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import { activationQuery } from '#web/domains/activation/index.ts'
import { libraryTotalsQuery } from '#web/domains/photos/index.ts'
import { MoreTools, PageTool, PageTools, type Sort, SortSelect } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'

/** Toolbar of the timeline: sorting (PL-021, OP-07), selection mode, 'Recently deleted' and deleting all (PL-020). */
export function TimelineTools({ sort, onSort, onSelect, children, onDeleteAll }: TimelineToolsProps) {
  const { text } = useTexts()
  const navigate = useNavigate()
  const count = useDeletableCount()
  const bin = {
    id: 'bin',
    label: text('bin.title'),
    icon: FolderClock,
    onAction: () => void navigate({ to: PATHS.deletedPhotos }),
  }
  const deleteAll = {
    id: 'delete-all',
    label: text('photos.delete-all'),
    icon: Trash2,
    danger: true,
    onAction: () => onDeleteAll(count),
  }
  return (
    <PageTools sort={<SortSelect createdLabels={UPLOADED_LABELS} sort={sort} onSort={onSort} />}>
      {children}
      {/* Shown only when there are photos to select, without moving the other tools. */}
      {onSelect && <PageTool icon={CircleCheck} name={text('selection.start')} onPress={onSelect} />}
      <MoreTools items={count > 0 ? [bin, deleteAll] : [bin]} />
    </PageTools>
  )
}

/** Counts the photos that 'Delete all photos' deletes: 0 while it is not offered, as during a library move or an import. */
function useDeletableCount(): number {
  const { data } = useQuery(libraryTotalsQuery())
  const { data: activation } = useQuery(activationQuery)
  return data && !data.move && activation?.status !== 'IMPORTING' ? data.photosCount : 0
}

const UPLOADED_LABELS = {
  asc: 'photos.sort.uploaded-asc',
  desc: 'photos.sort.uploaded-desc',
  short: 'photos.sort.uploaded',
} as const

export interface TimelineToolsProps {
  sort: Sort
  onSort: (sort: Sort) => void
  /** Undefined when there are no photos to select. */
  onSelect?: () => void
  /** Tools that come later: before the others, which do not move. */
  children?: ReactNode
  /** Starts the deletion of all photos, of which there are `count` (PL-104). */
  onDeleteAll: (count: number) => void
}
