import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useEffect, useState } from 'react'
import { ADDRESSES_MAX, type Address } from '#contract/addresses.ts'
import { useWasSaved } from '#web/domains/customers/index.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { showDeletion, showFailure } from '#web/ui/outcome-toasts.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Skeleton, SkeletonGroups } from '#web/ui/skeleton.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { formatAddressLines } from '../address-lines.ts'
import {
  addressesQuery,
  removeAddress,
  restoreAddress,
  setDefaultAddress,
  useAddressChanges,
} from '../address-queries.ts'
import styles from './address-book.module.css'
import addressCardStyles from './address-card.module.css'
import { NewAddress } from './new-address.tsx'
import { type AddressPaths, useAddressPaths } from './use-address-paths.ts'

/** All addresses of the customer; the form of the first one when there is none. */
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
        {isError ? <LoadFailed retry={refetch} /> : <AddressBookLoading />}
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
      <ul className={classes('ui-stack16', styles.list)} aria-label={text('addresses.title')}>
        {addresses.map(address => (
          <AddressCard key={address.id} address={address} />
        ))}
      </ul>
    </>
  )
}

/** Confirms once that an address was saved. */
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
      <span className="ui-not-on-small">{text('addresses.add')}</span>
      <span className={styles.short}>{text('action.add')}</span>
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

/** The boxes of the address book while it is loading. */
function AddressBookLoading() {
  return (
    <Loading id="addresses.loading" className={classes('ui-stack16', styles.list)}>
      <SkeletonGroups count={3} className={styles.placeholder}>
        <Skeleton width="100%" height={206} />
      </SkeletonGroups>
    </Loading>
  )
}

/** An address with its actions. */
function AddressCard({ address }: { address: Address }) {
  const { texts, text } = useTexts()
  const queries = useQueryClient()
  const paths = useAddressPaths()
  const [name = '', ...lines] = formatAddressLines(texts, address, { compact: true })
  const action = buttonClass('text', 'small')
  // The names of the actions say whose address they are about.
  const nameValues = { name: [name, address.city].join(', ') }
  return (
    <li className={addressCardStyles.card}>
      <div className={classes('ui-row12 ui-between', addressCardStyles.head)}>
        <span className="ui-narrow ui-breaks ui-bold">{name}</span>
        {address.isDefault && (
          <Chip tone="accent" small>
            {text('addresses.default')}
          </Chip>
        )}
      </div>
      <address className={addressCardStyles.lines}>
        {[...lines, address.phoneNumber].map(line => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <div className={classes('ui-cluster', addressCardStyles.actions)}>
        <Link
          to={paths.address}
          params={{ addressId: address.id }}
          className={action}
          aria-label={text('addresses.edit.name', nameValues)}
        >
          {text('action.edit')}
        </Link>
        <button
          type="button"
          className={action}
          aria-label={text('addresses.delete.name', nameValues)}
          onClick={() => void deleteWithUndo(queries, address, texts)}
        >
          {text('action.delete')}
        </button>
        {!address.isDefault && (
          <button
            type="button"
            className={action}
            aria-label={text('addresses.make-default.name', nameValues)}
            onClick={() => void changeDefaultAddress(queries, address, texts)}
          >
            {text('addresses.make-default')}
          </button>
        )}
      </div>
    </li>
  )
}

/** Deletes an address at once and offers to undo it. */
async function deleteWithUndo(queries: QueryClient, address: Address, { text }: Texts): Promise<void> {
  await showDeletion(getSubject(address), {
    deleting: removeAddress(queries, address),
    restore: () => restoreAddress(queries, address),
    kind: 'success',
    texts: {
      deleted: text('addresses.deleted'),
      undo: text('action.undo'),
      restored: text('addresses.restored'),
      deleteFailed: text('addresses.delete.failed'),
      restoreFailed: text('addresses.restore.failed'),
    },
  })
}

/** Makes an address the default one. */
async function changeDefaultAddress(queries: QueryClient, address: Address, { text }: Texts): Promise<void> {
  const toastSubject = getSubject(address)
  const changing = setDefaultAddress(queries, address).then(
    () => void toasts.add({ ...toastSubject, text: text('addresses.default.changed'), kind: 'success' }),
  )
  await showFailure(toastSubject, changing, text('addresses.default.failed'))
}

const getSubject = ({ id }: Address) => ({ subject: `address ${id}` })
