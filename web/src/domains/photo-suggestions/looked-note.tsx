import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import styles from './looked-note.module.css'

/** Says how many photos have been looked at, while it is not all of them. */
export function LookedNote({ looked: { done, of } }: { looked: { done: number; of: number } }) {
  const { text } = useTexts()
  if (done >= of) return null
  return <p className={styles.note}>{text('suggest.looked', { done, of })}</p>
}
