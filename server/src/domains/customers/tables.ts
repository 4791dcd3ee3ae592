import type { Generated } from 'kysely'
import type { BusinessStatus, InvoiceAddress } from '#contract/business-details.ts'
import type { Country } from '#contract/input/address/country.ts'
import {
  directory,
  distributed,
  type Instant,
  type Json,
  local,
  type NullableInstant,
  type TablesOf,
} from '../../schema.ts'

export const customerTables = {
  addresses: distributed<AddressesTable>('account_id'),
  business_details: distributed<BusinessDetailsTable>('account_id'),
  account_directory: directory<AccountDirectoryTable>('account_id'),
  checkout_tickets: local<CheckoutTicketsTable>('account_id'),
  customers: distributed<CustomersTable>('account_id'),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof customerTables> {}
}

/** The accounts that are not deleted, with the columns that sign-in needs. Written with the customer's row. */
export interface AccountDirectoryTable {
  account_id: string
  vendor: string
  /** Unique among a vendor's accounts. */
  email: string
  business: boolean
}

/** One-time tickets for the shop's checkout; kept for an hour to count them. */
export interface CheckoutTicketsTable {
  ticket_hash: string
  account_id: string
  created_at: Instant
  expires_at: Instant
  redeemed_at: NullableInstant
}

export interface CustomersTable {
  account_id: string
  /** Lower case. */
  email: string
  first_name: string | null
  last_name: string | null
  salutation: string | null
  /** YYYY-MM-DD. */
  date_of_birth: string | null
  phone_number: string | null
  /** The preferred way to pay; card data are not stored. */
  payment_method: string | null
  /** Whether members of shared albums see where this customer's photos were taken. */
  shares_positions: Generated<boolean>
  /** Callback address of a business; null turns callbacks off. */
  callback_url: string | null
  callback_format: 'JSON' | 'XML' | null
  business: boolean
  business_status: BusinessStatus | null
  /** The status that the retailer last sent, with its version; an operator may have set another one since. */
  retailer_status: 'Active' | 'Blocked' | null
  retailer_status_version: number | null
  brand_id: string
  /** The vendor of the brand; the account signs in only at hosts of this vendor. */
  vendor: string
  /** The language of mails. */
  locale: string
  registered_at: Instant
  last_uploaded_at: NullableInstant
  last_order_at: NullableInstant
  /** Set by customer care. */
  delayed_deletion_at: NullableInstant
  /** The date to which the retention itself postponed the deletion; used only if it is later. */
  moved_deletion_at: NullableInstant
  /** Closed by the customer, or being erased: no sign-in, no token, no picture. */
  deleted_at: NullableInstant
  /** When the erasure started; a closed account without it can be reopened and receives orders. */
  erasing_at: NullableInstant
}

export interface AddressesTable {
  account_id: string
  address_id: string
  first_name: string
  last_name: string
  company_name: string | null
  street: string
  street_number: string | null
  street_number_addition: string | null
  postal_code: string | null
  city: string
  country_code: Country
  phone_number: string
  /** True in at most one row of an account. */
  is_default: boolean
  created_at: Instant
}

export interface BusinessDetailsTable {
  account_id: string
  company_name: string
  registration_number: string
  vat_number: string
  contact_first_name: string
  contact_last_name: string
  invoice_email: string
  phone_number: string
  /** Copied from the address book. */
  invoice_address: Json<InvoiceAddress>
  /** Incremented with each change. */
  version: number
  /** Identifies the change to the retailer. */
  change_id: string
  changed_at: Instant
  /** The address for invoices that the retailer has until `held_until`: a new device has saved another one. */
  held_email: string | null
  held_until: NullableInstant
}
