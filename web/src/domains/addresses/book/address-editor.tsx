import { useQuery } from '@tanstack/react-query'
import { useLastDefined } from '#web/platform/forms/use-last-defined.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PrimaryLink } from '#web/ui/primary-link.tsx'
import { addressesQuery, useAddressChanges } from '../address-queries.ts'
import { EditAddress } from './edit-address.tsx'
import { AddressEditorLoading, NewAddress } from './new-address.tsx'

/** The page of a new address, or of the one with this id. */
export function AddressEditor({ id }: { id?: string }) {
  const { text } = useTexts()
  return (
    <>
      <PageHeading
        title={text(id === undefined ? 'address.new' : 'address.edit')}
        back={{ to: PATHS.addresses, label: text('addresses.title') }}
      />
      {id === undefined ? <NewAddress /> : <StoredAddress key={id} id={id} />}
    </>
  )
}

function StoredAddress({ id }: { id: string }) {
  const { text } = useTexts()
  const { data: addresses, isError, refetch } = useQuery(addressesQuery)
  // The form stays when the address is deleted elsewhere.
  const stored = addresses?.find(each => each.id === id)
  const address = useLastDefined(stored)
  useAddressChanges()
  if (address)
    return (
      <EditAddress
        id={id}
        stored={address}
        isDeleted={addresses !== undefined && !stored}
        initial={address}
        canBeDefault={!address.isDefault}
      />
    )
  if (isError && !addresses) return <LoadFailed retry={refetch} />
  if (!addresses) return <AddressEditorLoading />
  return (
    <EmptyState
      title={text('address.unknown')}
      action={<PrimaryLink to={PATHS.addresses}>{text('address.all')}</PrimaryLink>}
    />
  )
}
