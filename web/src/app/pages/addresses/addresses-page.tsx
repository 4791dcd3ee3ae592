import { AddressBook } from '#web/domains/addresses/index.ts'
import styles from './addresses-page.module.css'

/** '/settings/addresses/all' (AA-100). */
export function AddressesPage() {
  return (
    <div className={styles.page}>
      <AddressBook />
    </div>
  )
}
