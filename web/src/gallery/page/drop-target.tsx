import ImagePlus from 'lucide-react/icons/image-plus'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './drop-target.module.css'

/** Covers the page while files are dragged over it; says what dropping them does and which files are photos. */
export function DropTarget({ text: invitation }: { text: string }) {
  const { text } = useTexts()
  return (
    <div className={styles.overlay}>
      <div className={classes('ui-stack8', styles.target)}>
        <span className={classes('ui-centered', styles.mark)}>
          <Icon of={ImagePlus} size={40} strokeWidth={1.5} />
        </span>
        <strong className={styles.invitation}>{invitation}</strong>
        <span className={styles.hint}>{text('upload.hint')}</span>
      </div>
    </div>
  )
}
