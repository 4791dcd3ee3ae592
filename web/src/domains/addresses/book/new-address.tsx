import { useQuery } from '@tanstack/react-query'
import { customerQuery } from '#web/domains/customers/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Skeleton, SkeletonGroups } from '#web/ui/skeleton.tsx'
import styles from './edit-address.module.css'
import { EditAddress } from './edit-address.tsx'
import { useAddressPaths } from './use-address-paths.ts'

/** The form of a new address, with the customer's name and the country of the brand. */
export function NewAddress({ isFirst = false, onSaved }: NewAddressProps) {
  const { brand } = useConfig()
  const { settings } = useAddressPaths()
  const { data: customer, isPending } = useQuery(customerQuery)
  // The fields take their first values only.
  if (isPending) return <AddressEditorLoading />
  return (
    <EditAddress
      initial={{
        countryCode: brand.country,
        firstName: customer?.firstName ?? '',
        lastName: customer?.lastName ?? '',
      }}
      canBeDefault={!isFirst}
      {...(isFirst && { cancelTo: settings })}
      onSaved={onSaved}
    />
  )
}

interface NewAddressProps {
  /** Whether it is shown in place of an empty list. */
  isFirst?: boolean
  onSaved?: () => void
}

/** The boxes of the form while the address is loading. */
export function AddressEditorLoading() {
  return (
    <Loading id="addresses.loading" className={styles.form}>
      <SkeletonGroups count={5} className={styles.placeholder}>
        <Skeleton width={96} height={18} />
        <Skeleton width="100%" height={48} />
      </SkeletonGroups>
    </Loading>
  )
}
