import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './invoices.module.css'

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth']

/** The boxes of tabs and rows while the invoices are loading. */
export function InvoicesLoading() {
  const { text } = useTexts()
  return (
    <div role="status">
      <VisuallyHidden>{text('invoices.loading')}</VisuallyHidden>
      <div className={styles.placeholderTabs}>
        <Skeleton width={64} height={24} />
        <Skeleton width={64} height={24} />
      </div>
      {ROWS.map(row => (
        <div key={row} className={styles.placeholder}>
          <Skeleton width="60%" height={22} />
          <Skeleton width={90} height={22} />
        </div>
      ))}
    </div>
  )
}
