import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import styles from './full-page.module.css'

/** Shown after 300 ms while a screen's code or a guard is loading. */
export function PendingScreen() {
  const { text } = useTexts()
  return (
    <div className={classes('ui-stack12', styles.page)}>
      <Spinner label={text('app.loading')} size={28} />
    </div>
  )
}
