import { useQuery } from '@tanstack/react-query'
import { libraryTotalsQuery } from '#web/domains/photos/index.ts'
import { useAlbumsCount } from '#web/domains/shared-albums/index.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import styles from './page-tabs.module.css'

/**
 * The tabs of 'My photos' with their counts, '-' until they are known; albums with their flag on.
 */
export function PageTabs({ current }: { current: 'photos' | 'albums' }) {
  const { text, number } = useTexts()
  const { data } = useQuery(libraryTotalsQuery())
  const albums = useFlag('PhotoManagementAlbumViewEnabled')
  const albumsCount = useAlbumsCount()
  const tab = (id: 'photos' | 'albums', label: string, count: number | undefined) => ({
    id,
    label,
    count: count === undefined ? text('photos.count-unknown') : number(count),
    to: PATHS[id],
    current: id === current,
  })
  return (
    <div className={styles.tabs}>
      <Tabs
        label={text('photos.title')}
        tabs={[
          tab('photos', text('menu.photos'), data?.photosCount),
          ...(albums ? [tab('albums', text('albums.list'), albumsCount)] : []),
        ]}
      />
    </div>
  )
}
