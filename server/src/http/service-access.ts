import { vendorThemes } from '#brands/index.ts'
import { Failure } from './failure.ts'
import type { ServiceCaller } from './route.ts'

/**
 * Whether what belongs to the vendor exists for the service; otherwise it is answered like what does not exist. Keepsake's
 * own calls have no service.
 */
export const mayAccessVendor = (
  service: Pick<ServiceCaller, 'vendors'> | undefined,
  vendor: string,
): boolean => !service?.vendors || service.vendors.includes(vendor)

/** Throws forbidden unless the token is for all vendors: what belongs to no account is shown to customers of each. */
export function requireAllVendors(service: Pick<ServiceCaller, 'vendors'> | undefined): void {
  if (!vendorThemes.every(({ vendor }) => mayAccessVendor(service, vendor)))
    throw new Failure('forbidden', 'A token of all vendors is needed')
}
