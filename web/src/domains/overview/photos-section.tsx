import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { libraryTotalsQuery } from '#web/domains/photos/index.ts'
import { StorageNote } from '#web/domains/retention/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { LatestPhotos } from './latest-photos.tsx'
import styles from './overview.module.css'

/** The library: number of photos, storage status and the newest ones. */
export function PhotosSection() {
  const { text, number } = useTexts()
  const { data } = useQuery(libraryTotalsQuery())
  return (
    <section className={styles.section} aria-labelledby="overview-photos">
      <header className={styles.heading}>
        <h2 id="overview-photos">
          {text('menu.photos')}
          {/* With the space before the span the title moves when the count arrives. */}
          {data && <span className={styles.count}> {number(data.photosCount)}</span>}
        </h2>
        <StorageNote />
        <Link
          to={PATHS.photos}
          className={buttonClass('text')}
          aria-label={`${text('overview.see-all')}, ${text('menu.photos')}`}
        >
          {text('overview.see-all')}
        </Link>
      </header>
      <LatestPhotos />
    </section>
  )
}
