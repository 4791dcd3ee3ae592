import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { BusinessAccount, BusinessDetailsInput, InvoiceAddress } from '#contract/business-details.ts'
import type { BusinessDetailsRules } from '#contract/input/business-details.ts'
import { type Context, change, type Tx } from '#server/context.ts'
import { Failure, notFound } from '#server/http/failure.ts'
import { publishToAccount } from '#server/platform/push/account-channel.ts'
import { presentAddress } from '../addresses/present.ts'
import { listAddresses } from '../addresses/store.ts'
import { brandOfCall, type CallOfCustomer } from '../details.ts'
import { findActiveCustomer, lockCustomer } from '../store/customers.ts'
import { presentBusiness } from './present.ts'
import {
  type BusinessDetailsRow,
  findBusinessDetails,
  setBusinessStatus,
  writeBusinessDetails,
} from './store.ts'
import { enqueueDetails } from './tell-retailer.ts'

/** The rules of the caller's business details. */
export async function businessRulesOf(call: CallOfCustomer): Promise<BusinessDetailsRules> {
  const { country } = await brandOfCall(call)
  const stored = await findBusinessDetails(call.ctx.db, call.caller.accountId)
  return { country, hasInvoiceAddress: stored !== undefined }
}

/** Status and details; throws 404 once the account is deleted. */
export async function getBusiness({ db }: Context, accountId: string): Promise<BusinessAccount> {
  const customer = await findActiveCustomer(db, accountId)
  if (!customer) throw notFound('Customer')
  return presentBusiness(customer, await findBusinessDetails(db, accountId))
}

/**
 * Replaces the details; with it status Default becomes New, and the retailer is owed the details. The same
 * details again change nothing. Throws conflict while the account is blocked, bad-request for an invoice address that is
 * not in the address book.
 */
export function saveBusinessDetails(
  ctx: Context,
  accountId: string,
  input: BusinessDetailsInput,
): Promise<BusinessAccount> {
  return change(ctx, async tx => {
    const customer = await lockCustomer(tx, accountId)
    if (!customer || customer.deleted_at) throw notFound('Customer')
    if (customer.business_status === 'Blocked')
      throw new Failure('conflict', 'The account is blocked', { reason: 'account-blocked' })
    const stored = await findBusinessDetails(tx.db, accountId)
    const values = await valuesOf(tx, accountId, input, stored)
    const isCompleted = customer.business_status === 'Default'
    if (isCompleted) {
      await setBusinessStatus(tx, accountId, 'New')
      await publishToAccount(ctx, tx, accountId, { type: 'customer-changed' })
    }
    const isSame = stored !== undefined && isDeepStrictEqual(values, pick(stored, values))
    const row = isSame ? stored : await store(ctx, tx, accountId, { ...values, version: next(stored) })
    return presentBusiness({ business_status: isCompleted ? 'New' : customer.business_status }, row)
  })
}

async function valuesOf(
  tx: Tx,
  accountId: string,
  input: BusinessDetailsInput,
  stored: BusinessDetailsRow | undefined,
) {
  const invoice_address = input.invoiceAddressId
    ? await findInBook(tx, accountId, input.invoiceAddressId)
    : stored?.invoice_address
  if (!invoice_address)
    throw new Failure('bad-request', 'Not valid: invoiceAddressId', {
      fields: { invoiceAddressId: 'not-valid' },
    })
  return {
    company_name: input.companyName,
    registration_number: input.registrationNumber,
    vat_number: input.vatNumber,
    contact_first_name: input.contactFirstName,
    contact_last_name: input.contactLastName,
    invoice_email: input.invoiceEmail,
    phone_number: input.phoneNumber,
    invoice_address,
  }
}

type Values = Awaited<ReturnType<typeof valuesOf>>

async function findInBook(tx: Tx, accountId: string, id: string): Promise<InvoiceAddress | undefined> {
  const row = (await listAddresses(tx.db, accountId)).find(each => each.address_id === id)
  if (!row) return undefined
  const { id: _id, isDefault: _isDefault, ...copy } = presentAddress(row)
  // As the database gives it back: without absent fields.
  return JSON.parse(JSON.stringify(copy))
}

async function store(
  ctx: Context,
  tx: Tx,
  accountId: string,
  { invoice_address, ...values }: Values & { version: number },
): Promise<BusinessDetailsRow> {
  const change_id = randomUUID()
  const row = await writeBusinessDetails(tx, {
    ...values,
    account_id: accountId,
    invoice_address: JSON.stringify(invoice_address),
    change_id,
    changed_at: ctx.clock.now(),
  })
  await enqueueDetails(ctx, tx, { accountId, changeId: change_id })
  return row
}

const next = (stored: BusinessDetailsRow | undefined) => (stored?.version ?? 0) + 1

const pick = (row: BusinessDetailsRow, values: Values) =>
  Object.fromEntries(Object.keys(values).map(name => [name, row[name as keyof Values]]))
