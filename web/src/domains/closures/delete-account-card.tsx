import { Link } from '@tanstack/react-router'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import styles from './delete-account-card.module.css'

/** The way to the deletion page, apart from the settings. */
export function DeleteAccountCard() {
  const { text } = useTexts()
  return (
    <section className={classes('ui-row16 ui-above32', styles.card)}>
      <div className={styles.text}>
        <h2 className={styles.title}>{text('delete-account.title')}</h2>
        <p>{text('delete-account.card')}</p>
      </div>
      <Link to={PATHS.deleteAccount} className={buttonClass('line')}>
        {text('delete-account.title')}
      </Link>
    </section>
  )
}
