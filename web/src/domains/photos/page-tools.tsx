import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ArrowDownWideNarrow from 'lucide-react/icons/arrow-down-wide-narrow'
import CircleCheck from 'lucide-react/icons/circle-check'
import Trash2 from 'lucide-react/icons/trash-2'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Select } from '#web/ui/select.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import styles from './photos-page.module.css'
import { userQuery } from './queries.ts'
import type { Sort } from './sort-preference.ts'

/** The tabs of 'My photos' with their counts, '-' until they are known (PL-019). */
export function PageTabs() {
  const { text, number } = useTexts()
  const { data } = useQuery(userQuery())
  const count = data ? number(data.photosCount) : text('photos.count-unknown')
  return (
    <div className={styles.tabs}>
      <Tabs
        label={text('photos.tabs')}
        tabs={[{ id: 'photos', label: text('photos.tab.photos'), count, href: PATHS.photos, current: true }]}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
      />
    </div>
  )
}

/** Sorting (PL-021, OP-07), the way into selection mode, and to what was deleted. */
export function PageTools({ sort, onSort, onSelect }: PageToolsProps) {
  const { text } = useTexts()
  return (
    <div className={styles.tools}>
      <Select
        label={text('photos.sort.label')}
        icon={ArrowDownWideNarrow}
        variant="plain"
        options={SORTS.map(({ id, label }) => ({ id, label: text(label) }))}
        value={idOf(sort)}
        onChange={id => onSort(SORTS.find(option => option.id === id)!.sort)}
      />
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

export interface PageToolsProps {
  sort: Sort
  onSort: (sort: Sort) => void
  /** Left out when there is nothing to select. */
  onSelect?: () => void
}

const idOf = ({ key, order }: Sort) => `${key}-${order}` as const

const SORTS: { id: `${Sort['key']}-${Sort['order']}`; label: MessageId; sort: Sort }[] = [
  { id: 'created-desc', label: 'photos.sort.uploaded-desc', sort: { key: 'created', order: 'desc' } },
  { id: 'created-asc', label: 'photos.sort.uploaded-asc', sort: { key: 'created', order: 'asc' } },
  { id: 'dateTaken-desc', label: 'photos.sort.taken-desc', sort: { key: 'dateTaken', order: 'desc' } },
  { id: 'dateTaken-asc', label: 'photos.sort.taken-asc', sort: { key: 'dateTaken', order: 'asc' } },
]
