import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { customerQuery } from '#web/domains/customers/index.ts'
import { StorageNote } from '#web/domains/retention/index.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { LatestPhotos } from './latest-photos.tsx'
import styles from './overview.module.css'
import { PhotoCount } from './photo-count.tsx'
import { QuickLinks } from './quick-links.tsx'

/** '/' on desktop (OP-46): greeting, the library with its storage status, and links. */
export function Overview() {
  const { text } = useTexts()
  const name = useQuery(customerQuery).data?.firstName
  const photos = useFlag('PhotoManagementTimelineViewEnabled')
  const albums = useFlag('PhotoManagementAlbumViewEnabled')
  return (
    <div className={styles.page}>
      <header className={styles.title}>
        <h1>{name ? text('overview.greeting-name', { name }) : text('overview.greeting')}</h1>
        {photos && <StorageNote />}
      </header>
      {photos && (
        <section className={styles.section} aria-labelledby="overview-photos">
          <header className={styles.heading}>
            <h2 id="overview-photos">{text('overview.latest')}</h2>
            <PhotoCount />
            <Link to={PATHS.photos} className={buttonClass('text')}>
              {text('overview.photos.open')}
            </Link>
          </header>
          <LatestPhotos />
        </section>
      )}
      <QuickLinks photos={photos} albums={albums} />
    </div>
  )
}
