import { AddressBook } from '#web/domains/addresses/index.ts'
import { AccountPage } from '../account-page.tsx'

/** '/settings/addresses/all' (AA-100). */
export function AddressesPage() {
  return (
    <AccountPage>
      <AddressBook />
    </AccountPage>
  )
}
