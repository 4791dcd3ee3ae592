import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './edit-address.module.css'

const ROWS = ['country', 'name', 'street', 'town', 'phone']

/** The boxes of the form while the address is loading. */
export function AddressEditorLoading() {
  const { text } = useTexts()
  return (
    <div role="status" className={styles.form}>
      <VisuallyHidden>{text('addresses.loading')}</VisuallyHidden>
      {ROWS.map(row => (
        <div key={row} className={styles.placeholder}>
          <Skeleton width={96} height={18} />
          <Skeleton width="100%" height={48} />
        </div>
      ))}
    </div>
  )
}
