import { useParams } from '@tanstack/react-router'
import { AddressEditor } from '#web/domains/addresses/index.ts'
import { AccountPage } from '../account-page.tsx'

/** A new address, or the one whose id is in the path (AA-016, OP-48). */
export function AddressPage() {
  const { addressId } = useParams({ strict: false })
  return (
    <AccountPage>
      <AddressEditor key={addressId} {...(addressId && { id: addressId })} />
    </AccountPage>
  )
}
