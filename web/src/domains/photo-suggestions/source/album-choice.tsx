import { useId } from 'react'
import { useAlbumOptions } from '#web/domains/albums/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import styles from './album-choice.module.css'

/** One of the customer's own albums. */
export function AlbumChoice({ value, onChange }: AlbumChoiceProps) {
  const { text } = useTexts()
  const id = useId()
  const albums = useAlbumOptions()
  const failure = albums.isError && (
    <AlertBanner kind="error" onRetry={albums.retry}>
      {text('albums.list-failed')}
    </AlertBanner>
  )
  if (failure && albums.options.length === 0) return failure
  const isListed = albums.options.some(({ albumId }) => albumId === value)
  return (
    <div className={styles.choice}>
      <label htmlFor={id} className={styles.label}>
        {text('suggest.album')}
      </label>
      <select
        id={id}
        className={styles.select}
        value={isListed ? value : ''}
        onChange={event => onChange(event.target.value)}
      >
        {!isListed && (
          <option value="" disabled>
            {text(albums.isPending ? 'albums.loading' : 'suggest.album.choose')}
          </option>
        )}
        {albums.options.map(({ albumId, albumName, photosCount }) => (
          <option key={albumId} value={albumId}>
            {albumName} ({text('albums.count', { count: photosCount })})
          </option>
        ))}
      </select>
      {failure}
    </div>
  )
}

interface AlbumChoiceProps {
  value: string | undefined
  onChange: (albumId: string) => void
}
