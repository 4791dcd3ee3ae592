import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useEffect, useState } from 'react'
import { ADDRESSES_MAX } from '#contract/addresses.ts'
import { useWasSaved } from '#web/domains/customers/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ContactText } from '#web/ui/contact-text.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { addressesQuery } from '../address-queries.ts'
import styles from './address-book.module.css'
import { AddressBookLoading } from './address-book-loading.tsx'
import { AddressCard } from './address-card.tsx'
import { NewAddress } from './new-address.tsx'
import { useAddressChanges } from './use-address-changes.ts'
import { type AddressPaths, useAddressPaths } from './use-address-paths.ts'

/** All addresses of the customer; the form of the first one when there is none (AA-100). */
export function AddressBook() {
  const { text } = useTexts()
  const paths = useAddressPaths()
  const { data: addresses, isError, refetch } = useQuery(addressesQuery)
  useSavedNotice()
  useAddressChanges()
  // The form of the first address stays until it is saved, also when another window adds one.
  const [isFormOpen, setFormOpen] = useState<boolean>()
  if (addresses && isFormOpen === undefined) setFormOpen(addresses.length === 0)
  const renderHeading = (action?: ReactNode) => (
    <PageHeading title={text('addresses.title')} back={{ to: paths.settings, label: text('menu.settings') }}>
      {action}
    </PageHeading>
  )
  if (!addresses)
    return (
      <>
        {renderHeading()}
        {isError ? (
          <AlertBanner kind="error" onRetry={() => void refetch()}>
            <ContactText id="app.error.text" />
          </AlertBanner>
        ) : (
          <AddressBookLoading />
        )}
      </>
    )
  if (isFormOpen || addresses.length === 0)
    return (
      <>
        {renderHeading()}
        {addresses.length === 0 && <p className={styles.empty}>{text('addresses.empty')}</p>}
        <NewAddress isFirst onSaved={() => setFormOpen(false)} />
      </>
    )
  return (
    <>
      {renderHeading(<AddButton paths={paths} isFull={addresses.length >= ADDRESSES_MAX} />)}
      <ul className={styles.list} aria-label={text('addresses.title')}>
        {addresses.map(address => (
          <AddressCard key={address.id} address={address} />
        ))}
      </ul>
    </>
  )
}

/** Confirms once that an address was saved (AA-103). */
function useSavedNotice() {
  const { text } = useTexts()
  const wasSaved = useWasSaved('addresses')
  useEffect(() => {
    if (wasSaved) toasts.add({ subject: 'address', text: text('addresses.saved'), kind: 'success' })
  }, [wasSaved, text])
}

function AddButton({ paths, isFull }: { paths: AddressPaths; isFull: boolean }) {
  const { text } = useTexts()
  const label = (
    <>
      <span className={styles.long}>{text('addresses.add')}</span>
      <span className={styles.short}>{text('addresses.add.short')}</span>
    </>
  )
  if (isFull)
    return (
      <Button variant="primary" icon={Plus} disabledReason={text('addresses.full', { count: ADDRESSES_MAX })}>
        {label}
      </Button>
    )
  return (
    <Link to={paths.newAddress} className={buttonClass('primary')}>
      <Icon of={Plus} />
      {label}
    </Link>
  )
}
