import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './address-book.module.css'

const CARDS = ['first', 'second', 'third']

/** The boxes of the address book while it is loading. */
export function AddressBookLoading() {
  const { text } = useTexts()
  return (
    <div role="status" className={styles.list}>
      <VisuallyHidden>{text('addresses.loading')}</VisuallyHidden>
      {CARDS.map(card => (
        <div key={card} className={styles.placeholder}>
          <Skeleton width="100%" height={206} />
        </div>
      ))}
    </div>
  )
}
