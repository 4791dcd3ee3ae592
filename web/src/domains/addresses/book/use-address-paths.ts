import { PATHS } from '#web/platform/navigation/paths.ts'
import { useSession } from '#web/platform/session/page-session.ts'
import { isBusiness } from '#web/platform/session/session.ts'

/** Whether the customer is a business, whose addresses name their company. */
export function useIsBusiness(): boolean {
  const session = useSession()
  return session.status === 'signed-in' && isBusiness(session.claims)
}

/** Returns the paths of the address pages for the kind of customer. */
export function useAddressPaths() {
  return useIsBusiness() ? BUSINESS_PATHS : CONSUMER_PATHS
}

export type AddressPaths = ReturnType<typeof useAddressPaths>

const CONSUMER_PATHS = {
  settings: PATHS.settings,
  newAddress: PATHS.newAddress,
  address: PATHS.address,
} as const
const BUSINESS_PATHS = {
  settings: PATHS.businessSettings,
  newAddress: PATHS.newBusinessAddress,
  address: PATHS.businessAddress,
} as const
