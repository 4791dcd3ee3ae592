import { useParams } from '@tanstack/react-router'
import { AddressBook, AddressEditor } from '#web/domains/addresses/index.ts'
import { AccountPage } from '../account-page.tsx'

/** The list of addresses and its form, in one file: they share most of their code. */

/** '/settings/addresses/all'. */
export function AddressesPage() {
  return (
    <AccountPage>
      <AddressBook />
    </AccountPage>
  )
}

/** A new address, or the one whose id is in the path. */
export function AddressPage() {
  const { addressId } = useParams({ strict: false })
  return (
    <AccountPage>
      <AddressEditor key={addressId} {...(addressId && { id: addressId })} />
    </AccountPage>
  )
}
