import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ImagePlus from 'lucide-react/icons/image-plus'
import type { ReactNode } from 'react'
import type { Image } from '#contract/photos.ts'
import { dayLabel } from '#web/platform/i18n/dates.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import styles from './latest-photos.module.css'
import { LATEST_PHOTOS, latestPhotosQuery } from './overview-queries.ts'

/** The newest photos by date taken, in one row. Placeholders of the same size prevent a layout shift. */
export function LatestPhotos() {
  const { text } = useTexts()
  const query = useQuery(latestPhotosQuery)
  switch (query.status) {
    case 'pending':
      return (
        <Strip>
          {SKELETON_INDEXES.map(index => (
            <li key={index} className={styles.tile} />
          ))}
        </Strip>
      )
    case 'error':
      return (
        <AlertBanner kind="error" onRetry={() => void query.refetch()}>
          {text('photos.load-failed')}
        </AlertBanner>
      )
    case 'success':
      return query.data.images.length === 0 ? (
        <EmptyState
          icon={ImagePlus}
          title={text('photos.empty')}
          text={text('photos.empty.text')}
          headingLevel="h3"
          action={
            <Link to={PATHS.photos} className={buttonClass('primary')}>
              {text('photos.add')}
            </Link>
          }
        />
      ) : (
        <Strip>
          {query.data.images.map(image => (
            <Tile key={image.imageId} image={image} />
          ))}
        </Strip>
      )
  }
}

const SKELETON_INDEXES = Array.from({ length: LATEST_PHOTOS }, (_, index) => index)

function Strip({ children }: { children: ReactNode }) {
  return <ul className={styles.strip}>{children}</ul>
}

function Tile({ image }: { image: Image }) {
  const texts = useTexts()
  const day = dayLabel(texts, image.dateTaken)
  const [small, medium] = image.thumbnails
  const name = day ? texts.text('photos.taken-on', { date: day }) : texts.text('date.unknown')
  return (
    <li className={styles.tile}>
      <Link to={PATHS.photoPreview} params={{ id: image.imageId }} className={styles.link} aria-label={name}>
        {small && (
          <img
            src={small.url}
            srcSet={medium && `${small.url} ${small.width}w, ${medium.url} ${medium.width}w`}
            sizes="200px"
            alt=""
            decoding="async"
          />
        )}
      </Link>
    </li>
  )
}
