import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLastDefined } from '#web/platform/forms/use-last-defined.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { ContactText } from '#web/ui/contact-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { addressesQuery } from '../address-queries.ts'
import { AddressEditorLoading } from './address-editor-loading.tsx'
import { EditAddress } from './edit-address.tsx'
import { NewAddress } from './new-address.tsx'
import { useAddressChanges } from './use-address-changes.ts'

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
  if (isError && !addresses)
    return (
      <AlertBanner kind="error" onRetry={() => void refetch()}>
        <ContactText id="app.error.text" />
      </AlertBanner>
    )
  if (!addresses) return <AddressEditorLoading />
  return (
    <EmptyState
      title={text('address.unknown')}
      action={
        <Link to={PATHS.addresses} className={buttonClass('primary')}>
          {text('address.all')}
        </Link>
      }
    />
  )
}
