import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import styles from './preview.module.css'

/** Button to the previous or next photo; not on mobile. */
export function Arrow({ direction, onPress }: { direction: 'previous' | 'next'; onPress: () => void }) {
  const { text } = useTexts()
  const isPrevious = direction === 'previous'
  return (
    <IconButton
      icon={isPrevious ? ChevronLeft : ChevronRight}
      label={text(isPrevious ? 'preview.previous' : 'preview.next')}
      tone="dark"
      size={24}
      className={classes(styles.arrow, styles.chrome, isPrevious ? styles.previous : styles.next)}
      onClick={onPress}
    />
  )
}
