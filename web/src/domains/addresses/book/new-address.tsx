import { useQuery } from '@tanstack/react-query'
import { customerQuery } from '#web/domains/customers/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { EditAddress } from './edit-address.tsx'

/** The form of a new address, with the customer's name and the country of the brand. */
export function NewAddress({ isFirst = false }: { isFirst?: boolean }) {
  const { brand } = useConfig()
  const { data: customer } = useQuery(customerQuery)
  return (
    <EditAddress
      // The fields take their first values only.
      key={customer?.id}
      initial={{
        countryCode: brand.country,
        firstName: customer?.firstName ?? '',
        lastName: customer?.lastName ?? '',
      }}
      canBeDefault={!isFirst}
    />
  )
}
