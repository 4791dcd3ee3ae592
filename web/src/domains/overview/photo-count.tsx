import { useQuery } from '@tanstack/react-query'
import { libraryTotalsQuery } from '#web/domains/photos/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import styles from './overview.module.css'

/** Number of photos in the library; empty while it is unknown. */
export function PhotoCount() {
  const { text } = useTexts()
  const { data } = useQuery(libraryTotalsQuery())
  return <p className={styles.count}>{data && text('overview.photos.text', { count: data.photosCount })}</p>
}
