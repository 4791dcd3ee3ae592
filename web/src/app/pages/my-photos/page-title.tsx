import { Link } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import Plus from 'lucide-react/icons/plus'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { afterFirstScreen } from '#web/platform/lazy/first-screen.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { isMobile, useScreenSize } from '#web/ui/screen-size.ts'
import styles from './page-title.module.css'

const StorageButton = afterFirstScreen(() => import('#web/domains/retention/index.ts'), 'StorageButton')

/** Title row: back link on small screens only, storage status, 'Add photos' with its flag on. */
export function PageTitle({ onAdd }: { onAdd: () => void }) {
  const { text } = useTexts()
  const size = useScreenSize()
  const mobile = isMobile(size)
  const title = text('photos.title')
  // Beside a longer title a phone has no room for the button's text.
  const isLong = title.length > 16
  const canAddPhotos = useFlag('PhotoManagementUploadViewEnabled')
  return (
    <div className={classes('ui-row ui-wrap', styles.title)}>
      {mobile && (
        <Link
          to={PATHS.overview}
          className={classes('ui-centered ui-quiet', styles.back)}
          aria-label={text('overview.title')}
        >
          <Icon of={ChevronLeft} size={24} />
        </Link>
      )}
      <h1 className={classes(styles.name, isLong && styles.long)}>{title}</h1>
      <div className={styles.storage}>
        <StorageButton />
      </div>
      {canAddPhotos && (
        <Button
          variant="primary"
          icon={Plus}
          className={styles.add}
          aria-label={text('photos.add')}
          onClick={onAdd}
        >
          {size !== 'small' ? text('photos.add') : isLong ? undefined : text('photos.add.short')}
        </Button>
      )}
    </div>
  )
}
