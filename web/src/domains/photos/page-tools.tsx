import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import Trash2 from 'lucide-react/icons/trash-2'
import type { Sort } from '#web/gallery/index.ts'
import { SortSelect } from '#web/gallery/index.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import styles from './photos-page.module.css'
import { sharedAlbumsQuery, userQuery } from './queries.ts'

/**
 * The tabs of 'My photos' with their counts, '-' until they are known (PL-019); albums with their flag on (OP-05). With
 * the flag of shared albums those one takes part in count too.
 */
export function PageTabs({ current }: { current: 'photos' | 'albums' }) {
  const { text, number } = useTexts()
  const { data } = useQuery(userQuery())
  const albums = useFlag('PhotoManagementAlbumViewEnabled')
  const readable = useReadableAlbums()
  const albumsCount = data && readable !== undefined ? data.albumsCount + readable : undefined
  const tab = (id: 'photos' | 'albums', label: string, count: number | undefined) => ({
    id,
    label,
    count: count === undefined ? text('photos.count-unknown') : number(count),
    href: PATHS[id],
    current: id === current,
  })
  return (
    <div className={styles.tabs}>
      <Tabs
        label={text('photos.tabs')}
        tabs={[
          tab('photos', text('photos.tab.photos'), data?.photosCount),
          ...(albums ? [tab('albums', text('photos.tab.albums'), albumsCount)] : []),
        ]}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
      />
    </div>
  )
}

/** How many albums of others can be read; undefined until that is known, 0 if it cannot be had. */
function useReadableAlbums(): number | undefined {
  const enabled = useFlag('PhotoManagementSharedAlbumsViewEnabled')
  const { data, isError } = useQuery({ ...sharedAlbumsQuery(), enabled })
  return data?.readAlbumsCount ?? (enabled && !isError ? undefined : 0)
}

/** Sorting (PL-021, OP-07), the way into selection mode, and to what was deleted. */
export function PageTools({ sort, onSort, onSelect }: PageToolsProps) {
  const { text } = useTexts()
  return (
    <div className={styles.tools}>
      <SortSelect createdLabels={UPLOADED_LABELS} sort={sort} onSort={onSort} />
      <span className={styles.gap} />
      {/* Comes when there is something to select; the rest keeps its place. */}
      {onSelect && (
        <Button variant="plain" icon={CircleCheck} className={styles.tool} onClick={onSelect}>
          {text('selection.start')}
        </Button>
      )}
      <Link
        to={PATHS.deletedPhotos}
        className={classes(buttonClass('plain'), styles.tool)}
        aria-label={text('bin.title')}
      >
        <Icon of={Trash2} />
        <span className={styles.toolName}>{text('bin.title')}</span>
      </Link>
    </div>
  )
}

const UPLOADED_LABELS = { asc: 'photos.sort.uploaded-asc', desc: 'photos.sort.uploaded-desc' } as const

export interface PageToolsProps {
  sort: Sort
  onSort: (sort: Sort) => void
  /** Left out when there is nothing to select. */
  onSelect?: () => void
}
