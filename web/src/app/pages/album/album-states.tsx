import { Link } from '@tanstack/react-router'
import ImagePlus from 'lucide-react/icons/image-plus'
import Images from 'lucide-react/icons/images'
import { PageFailure, PageLoading } from '#web/gallery/index.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Offers to add photos while adding is enabled (PL-018). A shared album has only the text (PL-087). */
export function EmptyAlbum({ onAdd }: { onAdd?: () => void }) {
  const { text } = useTexts()
  const canAddPhotos = useFlag('PhotoManagementUploadViewEnabled') && onAdd !== undefined
  const add = (
    <Button variant="primary" icon={ImagePlus} onClick={onAdd}>
      {text('photos.add')}
    </Button>
  )
  return (
    <EmptyState
      icon={Images}
      title={text(onAdd ? 'albums.empty' : 'shared-albums.empty')}
      text={canAddPhotos && text('albums.empty.text')}
      action={canAddPhotos && add}
    />
  )
}

/** PL-085. */
export function AlbumFailure({ onRetry }: { onRetry: () => void }) {
  const { text } = useTexts()
  return <PageFailure text={text('albums.load-failed')} onRetry={onRetry} />
}

/** Unknown album, or one of another customer: a reload would not help. */
export function AlbumNotFound() {
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

/** Skeleton of name and photos. */
export function AlbumLoading() {
  const { text } = useTexts()
  return <PageLoading label={text('albums.loading-photos')} heading={{ width: 220, height: 34 }} tiles={12} />
}
