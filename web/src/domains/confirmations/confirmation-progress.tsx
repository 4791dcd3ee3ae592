import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import styles from './result-page.module.css'

/** Shown while a confirmation is requested. */
export function ConfirmationProgress({ title }: { title: MessageId }) {
  const { text } = useTexts()
  return (
    <section className={styles.page} aria-busy="true">
      <span className={classes('ui-centered ui-accent', styles.icon)}>
        <Spinner size={32} />
      </span>
      <h1 className={styles.title}>{text(title)}</h1>
    </section>
  )
}
