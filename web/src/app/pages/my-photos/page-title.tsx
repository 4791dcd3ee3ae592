import { Link } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import Plus from 'lucide-react/icons/plus'
import { StorageButton } from '#web/domains/retention/index.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { isMobile, useScreenSize } from '#web/ui/screen-size.ts'
import styles from './page-title.module.css'

/** Title row: back link on small screens only, storage status (PL-017), 'Add photos' with its flag on (PL-018). */
export function PageTitle({ onAdd }: { onAdd: () => void }) {
  const { text } = useTexts()
  const mobile = isMobile(useScreenSize())
  const mayAdd = useFlag('PhotoManagementUploadViewEnabled')
  return (
    <div className={styles.title}>
      {mobile && (
        <Link to={PATHS.overview} className={styles.back} aria-label={text('photos.back-to-overview')}>
          <Icon of={ChevronLeft} size={24} />
        </Link>
      )}
      <h1 className={styles.name}>{text('photos.title')}</h1>
      <div className={styles.storage}>
        <StorageButton />
      </div>
      {mayAdd && (
        <Button variant="primary" icon={Plus} onClick={onAdd}>
          {text('photos.add')}
        </Button>
      )}
    </div>
  )
}
