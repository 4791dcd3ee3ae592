import ImagePlus from 'lucide-react/icons/image-plus'
import Images from 'lucide-react/icons/images'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './photos-page.module.css'

/** While the counts are on their way (PL-026): the places of the first month. */
export function LoadingState() {
  const { text } = useTexts()
  return (
    <div className={styles.loading} role="status">
      <VisuallyHidden>{text('photos.loading')}</VisuallyHidden>
      <Skeleton width={180} height={24} className={styles.loadingName} />
      <div className={styles.loadingTiles}>
        {Array.from({ length: 18 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
          <Skeleton key={index} className={styles.loadingTile} />
        ))}
      </div>
    </div>
  )
}

/** PL-027. */
export function FailedState({ retry }: { retry: () => void }) {
  const { text } = useTexts()
  return (
    <div className={styles.state}>
      <AlertBanner kind="error" retry={{ label: text('action.try-again'), onPress: retry }}>
        {text('photos.load-failed')}
      </AlertBanner>
    </div>
  )
}

/** PL-027; photos can be added from here if they can be added at all (PL-018). */
export function EmptyLibrary({ onAdd }: { onAdd: () => void }) {
  const { text } = useTexts()
  const mayAdd = useFlag('PhotoManagementUploadViewEnabled')
  const add = (
    <Button variant="primary" icon={ImagePlus} onClick={onAdd}>
      {text('photos.add')}
    </Button>
  )
  return (
    <EmptyState
      icon={Images}
      title={text('photos.empty')}
      text={mayAdd && text('photos.empty.text')}
      action={mayAdd && add}
    />
  )
}
