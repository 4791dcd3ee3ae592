import { Link } from '@tanstack/react-router'
import ImagePlus from 'lucide-react/icons/image-plus'
import Images from 'lucide-react/icons/images'
import { pageStyles } from '#web/domains/photos/pieces.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './album-page.module.css'

/** PL-081; photos can be added from here if they can be added at all (PL-018). A shared album is just empty (PL-087). */
export function EmptyAlbum({ onAdd }: { onAdd?: () => void }) {
  const { text } = useTexts()
  const mayAdd = useFlag('PhotoManagementUploadViewEnabled') && onAdd !== undefined
  const add = (
    <Button variant="primary" icon={ImagePlus} onClick={onAdd}>
      {text('photos.add')}
    </Button>
  )
  return (
    <EmptyState
      icon={Images}
      title={text(onAdd ? 'albums.empty' : 'shared-albums.empty')}
      text={mayAdd && text('albums.empty.text')}
      action={mayAdd && add}
    />
  )
}

/** PL-085. */
export function AlbumFailed({ retry }: { retry: () => void }) {
  const { text } = useTexts()
  return (
    <div className={pageStyles.state}>
      <AlertBanner
        kind="error"
        action={
          <Button variant="line" size="small" onClick={retry}>
            {text('action.try-again')}
          </Button>
        }
      >
        {text('albums.load-failed')}
      </AlertBanner>
    </div>
  )
}

/** No album of that id, or not one's own: a reload would not help. */
export function AlbumGone() {
  const { text } = useTexts()
  return (
    <EmptyState
      icon={Images}
      headingLevel="h1"
      title={text('albums.gone')}
      action={
        <Link to={PATHS.albums} className={buttonClass('primary')}>
          {text('albums.title')}
        </Link>
      }
    />
  )
}

/** The places of name and photos. */
export function AlbumLoading() {
  const { text } = useTexts()
  return (
    <div className={pageStyles.loading} role="status">
      <VisuallyHidden>{text('albums.loading-photos')}</VisuallyHidden>
      <Skeleton width={220} height={34} className={pageStyles.loadingName} />
      <div className={styles.loadingTiles}>
        {Array.from({ length: 12 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
          <Skeleton key={index} className={pageStyles.loadingTile} />
        ))}
      </div>
    </div>
  )
}
