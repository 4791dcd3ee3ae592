import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { addDays } from 'date-fns/addDays'
import type {
  BusinessAccount,
  BusinessDetails,
  BusinessDetailsInput,
  InvoiceAddress,
} from '#contract/business-details.ts'
import type { BusinessDetailsRules } from '#contract/input/business-details.ts'
import { getBusinessState } from '#contract/input/entity-tag.ts'
import { hasWrongCheckDigits } from '#contract/input/vat-number.ts'
import { UNDO_DAYS } from '#contract/journal.ts'
import { putBusinessCustomer } from '#contract/retailer-calls/customers.ts'
import { type Context, change, type Reader, type Tx } from '#server/context.ts'
import { Failure } from '#server/http/failure.ts'
import { requireMatch } from '#server/http/if-match.ts'
import { getSignIns } from '#server/http/step-up.ts'
import { publishToAccount } from '#server/platform/push/account-channel.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import {
  createUndoConflict,
  type EntryRow,
  listEntries,
  record,
  recordUndo,
  type Values,
} from '../../journal/index.ts'
import { defineMessageKind, enqueueMessage } from '../../retailer-outbox/index.ts'
import { getActiveCustomer, lockActiveCustomer } from '../active-customer.ts'
import { presentAddress } from '../addresses/present.ts'
import { listAddresses } from '../addresses/store.ts'
import { type CustomerCall, findBrandOfCall } from '../details.ts'
import { invoiceEmailChanged, RecentSignInNeeded } from '../events.ts'
import { releaseInvoiceEmailJob } from '../job-kinds.ts'
import { type Customer, lockCustomer } from '../store/customers.ts'
import { type BusinessDetailsRow, findBusinessDetails, writeBusinessDetails } from './store.ts'

/** Presents the details as sent to the customer and to the retailer. */
const presentDetails = (row: BusinessDetailsRow): BusinessDetails => ({
  companyName: row.company_name,
  registrationNumber: row.registration_number,
  vatNumber: row.vat_number,
  vatNumberWarning: hasWrongCheckDigits(row.vat_number) ? 'check-digits' : undefined,
  contactFirstName: row.contact_first_name,
  contactLastName: row.contact_last_name,
  invoiceEmail: row.invoice_email,
  phoneNumber: row.phone_number,
  invoiceAddress: row.invoice_address,
})

export async function getBusinessRules(call: CustomerCall): Promise<BusinessDetailsRules> {
  const { country } = await findBrandOfCall(call)
  const storedDetails = await findBusinessDetails(call.ctx.db, call.caller.accountId)
  return { country, hasInvoiceAddress: storedDetails !== undefined }
}

/** Returns status and details; throws 404 once the account is deleted. */
export async function getBusiness({ db }: Context, accountId: string): Promise<BusinessAccount> {
  const customer = await getActiveCustomer(db, accountId)
  return presentBusiness(customer, await findBusinessDetails(db, accountId))
}

/**
 * Replaces the details; status Default becomes New, and a message with the details to the retailer is enqueued.
 * Idempotent. Throws conflict while the account is blocked, bad-request for an invoice address that is
 * not in the address book, precondition-failed when `ifMatch` names another state of the details. Another e-mail address for
 * invoices needs a recent sign-in, and from a new device the retailer gets it a day later.
 */
export async function saveBusinessDetails(
  ctx: Context,
  accountId: string,
  input: BusinessDetailsInput,
  {
    ifMatch,
    requireRecentSignIn,
  }: { ifMatch?: string | undefined; requireRecentSignIn?: () => Promise<void> } = {},
): Promise<BusinessAccount> {
  try {
    return await replaceDetails(ctx, accountId, input, { ifMatch, isConfirmed: !requireRecentSignIn })
  } catch (error) {
    if (!(error instanceof RecentSignInNeeded)) throw error
  }
  await requireRecentSignIn!()
  return replaceDetails(ctx, accountId, input, { ifMatch, isConfirmed: true })
}

function replaceDetails(
  ctx: Context,
  accountId: string,
  input: BusinessDetailsInput,
  { ifMatch, isConfirmed }: { ifMatch: string | undefined; isConfirmed: boolean },
): Promise<BusinessAccount> {
  return change(ctx, async tx => {
    const customer = await lockActiveCustomer(tx, accountId)
    if (customer.business_status === 'Blocked')
      throw new Failure('conflict', 'The account is blocked', { reason: 'account-blocked' })
    const storedDetails = await findBusinessDetails(tx.db, accountId)
    await requireMatch(ifMatch, getBusinessState(storedDetails ? presentDetails(storedDetails) : null))
    const values = await toColumns(tx, accountId, input, storedDetails)
    const isRedirected = storedDetails !== undefined && storedDetails.invoice_email !== values.invoice_email
    if (isRedirected && !isConfirmed)
      throw new RecentSignInNeeded('Another address for invoices needs a recent sign-in')
    const isCompleted = customer.business_status === 'Default'
    if (isCompleted)
      await updateRows(tx.db, 'customers', { account_id: accountId }, { business_status: 'New' })
    const isUnchanged =
      storedDetails !== undefined && isDeepStrictEqual(values, pickColumns(storedDetails, values))
    if (isCompleted || !isUnchanged) await publishToAccount(ctx, tx, accountId, { type: 'customer-changed' })
    if (!isUnchanged) await recordBusinessDetails(ctx, tx, accountId, values, storedDetails)
    const held = isRedirected
      ? await redirectInvoices(ctx, tx, storedDetails, values.invoice_email)
      : pickHeld(storedDetails)
    const version = getNextVersion(storedDetails)
    const row = isUnchanged
      ? storedDetails
      : await storeDetails(ctx, tx, accountId, { ...values, ...held, version })
    return presentBusiness({ business_status: isCompleted ? 'New' : customer.business_status }, row)
  })
}

async function toColumns(
  tx: Tx,
  accountId: string,
  input: BusinessDetailsInput,
  storedDetails: BusinessDetailsRow | undefined,
) {
  const invoice_address = input.invoiceAddressId
    ? await findInvoiceAddress(tx, accountId, input.invoiceAddressId)
    : storedDetails?.invoice_address
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

type DetailsColumns = Awaited<ReturnType<typeof toColumns>>

async function findInvoiceAddress(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<InvoiceAddress | undefined> {
  const row = (await listAddresses(tx.db, accountId)).find(({ address_id }) => address_id === id)
  if (!row) return undefined
  const { id: _id, isDefault: _isDefault, ...copy } = presentAddress(row)
  // Removes undefined fields, as the database does, so that the comparison with the stored address works.
  return JSON.parse(JSON.stringify(copy))
}

async function storeDetails(
  ctx: Context,
  tx: Tx,
  accountId: string,
  { invoice_address, ...values }: DetailsColumns & HeldEmail & { version: number },
): Promise<BusinessDetailsRow> {
  const change_id = randomUUID()
  const row = await writeBusinessDetails(tx, {
    ...values,
    account_id: accountId,
    invoice_address: JSON.stringify(invoice_address),
    change_id,
    changed_at: ctx.clock.now(),
  })
  const subject = `customer:${accountId}`
  await enqueueMessage(ctx, tx, businessDetails, { messageId: change_id, accountId, subject })
  return row
}

type HeldEmail = Pick<BusinessDetailsRow, 'held_email' | 'held_until'>

const NOT_HELD: HeldEmail = { held_email: null, held_until: null }

const pickHeld = (row: HeldEmail = NOT_HELD): HeldEmail => ({
  held_email: row.held_email,
  held_until: row.held_until,
})

/** Tells of another address for invoices, and from a new device holds back that the retailer gets it. */
async function redirectInvoices(
  ctx: Context,
  tx: Tx,
  stored: BusinessDetailsRow,
  to: string,
): Promise<HeldEmail> {
  const { account_id: accountId, invoice_email: from, held_until: previousHeldUntil } = stored
  const isHeld = getKnownEmail(stored) !== to && (await getSignIns(ctx)?.isNewDevice(ctx, tx.db, accountId))
  const held = isHeld ? await holdEmail(ctx, tx, stored) : NOT_HELD
  await ctx.events.emit(tx, invoiceEmailChanged, {
    ...{ accountId, from, to, previousHeldUntil },
    heldUntil: held.held_until,
  })
  return held
}

/** The address for invoices that the retailer has. */
const getKnownEmail = ({ held_email, invoice_email }: BusinessDetailsRow): string =>
  held_email ?? invoice_email

/** Lets the retailer keep the address that it has for a day. */
async function holdEmail(ctx: Context, tx: Tx, stored: BusinessDetailsRow): Promise<HeldEmail> {
  const held_until = addDays(ctx.clock.now(), 1)
  const { account_id: accountId } = stored
  await ctx.jobs.send(tx, releaseInvoiceEmailJob, [{ accountId }], { startAfter: held_until })
  return { held_email: getKnownEmail(stored), held_until }
}

/** Sends the retailer the address for invoices that was held until now; nothing happens where none is. */
export async function releaseInvoiceEmail(ctx: Context, accountId: string): Promise<void> {
  await change(ctx, async tx => {
    await lockCustomer(tx, accountId)
    const stored = await findBusinessDetails(tx.db, accountId)
    if (!stored?.held_until || stored.held_until > ctx.clock.now()) return
    await storeDetails(ctx, tx, accountId, { ...stored, ...NOT_HELD, version: getNextVersion(stored) })
  })
}

/**
 * Takes back an address for invoices that is held, so that the retailer never hears of it, with those between it and the one that the
 * retailer has. In the transaction of the caller, which has locked the customer.
 */
export async function revertHeldInvoiceEmail(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  const stored = await findBusinessDetails(tx.db, accountId)
  if (!stored?.held_email) return
  const { held_email: invoice_email } = stored
  const version = getNextVersion(stored)
  await storeDetails(ctx, tx, accountId, { ...stored, ...NOT_HELD, invoice_email, version })
  const query = { kinds: ['invoice-email.changed'], since: addDays(ctx.clock.now(), -UNDO_DAYS) } as const
  let replaced = stored.invoice_email
  for (const entry of await listEntries(tx.db, accountId, { ...query, limit: ENTRIES_MAX })) {
    await recordUndo(ctx, tx, entry, { invoice_email: replaced })
    replaced = entry.before?.invoice_email as string
    if (replaced === invoice_email) return
  }
}

/** More changes than a day of the limit on requests has. */
const ENTRIES_MAX = 1000

const getNextVersion = (storedDetails: BusinessDetailsRow | undefined) => (storedDetails?.version ?? 0) + 1

const pickColumns = (row: BusinessDetailsRow, values: DetailsColumns) =>
  Object.fromEntries(Object.keys(values).map(name => [name, row[name as keyof DetailsColumns]]))

/** Records the details that a change replaced; the first ones cannot be undone. Another address for invoices has an entry of its own. */
async function recordBusinessDetails(
  ctx: Context,
  tx: Tx,
  accountId: string,
  values: DetailsColumns,
  stored: BusinessDetailsRow | undefined,
): Promise<void> {
  const changed = stored
    ? Object.entries(pickColumns(stored, values)).filter(
        ([name, value]) =>
          name !== 'invoice_email' && !isDeepStrictEqual(value, values[name as keyof DetailsColumns]),
      )
    : []
  if (stored && changed.length === 0) return
  await record(ctx, tx, {
    accountId,
    kind: 'business-details.changed',
    subject: 'business-details',
    ...(changed.length > 0 && { before: Object.fromEntries(changed) }),
  })
}

/** Reads the details in the form of an entry. */
export async function readBusinessValues(db: Reader, accountId: string): Promise<Values> {
  return { ...(await findBusinessDetails(db, accountId)) }
}

/** Restores details of before and sends them to the retailer; returns what they replace. Throws conflict for a blocked account. */
export async function restoreBusinessValues(
  ctx: Context,
  tx: Tx,
  { account_id: accountId, detail }: EntryRow,
  before: Values,
): Promise<Values> {
  const { business_status } = await getActiveCustomer(tx.db, accountId)
  const stored = await findBusinessDetails(tx.db, accountId)
  if (!stored || business_status === 'Blocked') throw createUndoConflict('over')
  const replaced = pickColumns(stored, before as DetailsColumns)
  const { invoice_email: email } = before
  const isKnown = email === getKnownEmail(stored)
  // An address that was replaced before the retailer had it is held again, whoever brings it back.
  const restored = !isKnown && detail.previousHeldUntil ? await holdEmail(ctx, tx, stored) : NOT_HELD
  const held = email === undefined ? pickHeld(stored) : restored
  await storeDetails(ctx, tx, accountId, { ...stored, ...before, ...held, version: getNextVersion(stored) })
  return replaced
}

/** Message with changed business details, by the id of the change. A superseded change is not sent. */
const businessDetails = defineMessageKind({
  name: 'customers.business-details',
  call: putBusinessCustomer,
  async build(ctx, { messageId: changeId, accountId }) {
    const row = await change(ctx, async tx => {
      // In a cluster the message is visible before the details of its transaction, which holds this lock until then.
      await lockCustomer(tx, accountId)
      return findBusinessDetails(tx.db, accountId)
    })
    if (row?.change_id !== changeId) return undefined
    const invoiceEmail = getKnownEmail(row)
    const body = { requestId: changeId, version: row.version, ...presentDetails(row), invoiceEmail }
    return { params: { accountId }, body }
  },
  async onAnswer(ctx, tx, { messageId: changeId, accountId }, answer) {
    if (answer.result === 'done') return
    const fields = { accountId, changeId, reason: answer.reason }
    tx.afterCommit(() => ctx.log.error(fields, 'the retailer refused business details: needs manual action'))
  },
})

/** Presents status and details as sent to the customer. */
const presentBusiness = (
  { business_status }: Pick<Customer, 'business_status'>,
  row: BusinessDetailsRow | undefined,
): BusinessAccount => ({ status: business_status ?? 'Default', details: row ? presentDetails(row) : null })
