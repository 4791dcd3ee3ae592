import type { Address } from '#contract/addresses.ts'
import type { AddressRow } from './store.ts'

/** Presents an address as sent to clients, without empty fields. */
export function presentAddress(row: AddressRow): Address {
  return {
    id: row.address_id,
    firstName: row.first_name,
    lastName: row.last_name,
    companyName: row.company_name ?? undefined,
    street: row.street,
    streetNumber: row.street_number ?? undefined,
    streetNumberAddition: row.street_number_addition ?? undefined,
    postalCode: row.postal_code ?? undefined,
    city: row.city,
    countryCode: row.country_code,
    phoneNumber: row.phone_number,
    isDefault: row.is_default,
  }
}
