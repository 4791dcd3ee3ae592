import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import Trash2 from 'lucide-react/icons/trash-2'
import WandSparkles from 'lucide-react/icons/wand-sparkles'
import {
  type ActionEnvironment,
  MoreTools,
  PageTool,
  PageTools,
  type Sort,
  SortSelect,
} from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { type PrintableAlbum, usePrintAlbum } from './use-print-album.ts'

/** Toolbar of an album: sorting, selection mode, prints of all photos, and deleting the album (PL-079, PL-090). */
export function AlbumTools({ album, onDelete, ask, sort, onSort, onSelect, onSuggest }: AlbumToolsProps) {
  const texts = useTexts()
  const { text } = texts
  const queries = useQueryClient()
  const navigate = useNavigate()
  const prints = usePrintAlbum(album, ask)
  const leave = () => void navigate({ to: PATHS.albums, replace: true })
  return (
    <PageTools sort={<SortSelect createdLabels={CREATED_LABELS} sort={sort} onSort={onSort} />}>
      {/* Shown only when there are photos to select, without moving the other tools. */}
      {onSelect && (
        <PageTool icon={CircleCheck} name={text('selection.start')} nameHidden="small" onPress={onSelect} />
      )}
      {prints && (
        <PageTool
          icon={prints.icon}
          name={text(prints.name)}
          nameHidden="mobile"
          pending={prints.isRunning}
          disabledReason={prints.disabledReason}
          onPress={prints.start}
        />
      )}
      <MoreTools
        items={[
          ...(onSuggest
            ? [
                {
                  id: 'suggest',
                  label: text('suggest.title'),
                  icon: WandSparkles,
                  onAction: onSuggest,
                },
              ]
            : []),
          {
            id: 'delete',
            label: text('albums.delete'),
            icon: Trash2,
            danger: true,
            onAction: () => void onDelete({ ask, texts, queries }, leave),
          },
        ]}
      />
    </PageTools>
  )
}

const CREATED_LABELS = {
  asc: 'photos.sort.created-asc',
  desc: 'photos.sort.created-desc',
  short: 'photos.sort.created',
} as const

export interface AlbumToolsProps {
  album: PrintableAlbum
  /** Asks for confirmation, deletes the album and then calls `onDeleted`. */
  onDelete: (environment: ActionEnvironment, onDeleted: () => void) => Promise<void>
  ask: ActionEnvironment['ask']
  sort: Sort
  onSort: (sort: Sort) => void
  /** Undefined when there are no photos to select. */
  onSelect?: () => void
  /** Suggests a selection of the photos (NX-231); undefined for albums of others and empty ones. */
  onSuggest?: (() => void) | undefined
}
