import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import Trash2 from 'lucide-react/icons/trash-2'
import { pageStyles } from '#web/domains/photos/pieces.ts'
import { type ActionEnvironment, type Sort, SortSelect } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './album-page.module.css'
import { type PrintableAlbum, usePrintAlbum } from './use-print-album.ts'

/** Sorting, the way into selection mode, prints of all its photos, and deleting the album (PL-079, PL-090). */
export function AlbumTools({ album, onDelete, ask, sort, onSort, onSelect }: AlbumToolsProps) {
  const texts = useTexts()
  const { text } = texts
  const queries = useQueryClient()
  const navigate = useNavigate()
  const prints = usePrintAlbum(album, ask)
  const leave = () => void navigate({ to: PATHS.albums, replace: true })
  const remove = () => onDelete({ ask, texts, queries }, leave)
  return (
    <div className={pageStyles.tools}>
      <SortSelect createdLabels={CREATED_LABELS} sort={sort} onSort={onSort} />
      <span className={pageStyles.gap} />
      {/* Comes when there is something to select; the rest keeps its place. */}
      {onSelect && (
        <Button
          variant="plain"
          icon={CircleCheck}
          className={pageStyles.tool}
          aria-label={text('selection.start')}
          onClick={onSelect}
        >
          <span className={styles.toolName}>{text('selection.start')}</span>
        </Button>
      )}
      {prints && (
        <Button
          variant="plain"
          icon={prints.icon}
          className={pageStyles.tool}
          aria-label={text(prints.name)}
          pending={prints.running}
          disabledReason={prints.disabledReason}
          onClick={prints.start}
        >
          <span className={pageStyles.toolName}>{text(prints.name)}</span>
        </Button>
      )}
      <Button
        variant="plain"
        icon={Trash2}
        className={pageStyles.tool}
        aria-label={text('albums.delete')}
        onClick={() => void remove()}
      >
        <span className={pageStyles.toolName}>{text('albums.delete')}</span>
      </Button>
    </div>
  )
}

const CREATED_LABELS = { asc: 'photos.sort.created-asc', desc: 'photos.sort.created-desc' } as const

export interface AlbumToolsProps {
  album: PrintableAlbum
  /** Asks and deletes; calls `deleted` when it is done. */
  onDelete: (environment: ActionEnvironment, deleted: () => void) => Promise<void>
  ask: ActionEnvironment['ask']
  sort: Sort
  onSort: (sort: Sort) => void
  /** Left out when there is nothing to select. */
  onSelect?: () => void
}
