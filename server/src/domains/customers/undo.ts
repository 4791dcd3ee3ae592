import type { InvoiceAddress } from '#contract/business-details.ts'
import { formatStreetLines } from '#contract/input/address/street-lines.ts'
import type { Context, Tx } from '#server/context.ts'
import type { UndoSource } from '#server/domain.ts'
import { publishToAccount } from '#server/platform/push/account-channel.ts'
import { type EntryRow, undoValues, type Values } from '../journal/index.ts'
import { getActiveCustomer, lockActiveCustomer } from './active-customer.ts'
import { presentAddress } from './addresses/present.ts'
import type { AddressRow } from './addresses/store.ts'
import { ADDRESS_KINDS, readAddressValues, restoreAddressValues } from './addresses/undo.ts'
import { readBusinessValues, restoreBusinessValues } from './business/details.ts'
import { DETAILS_KINDS, pickColumns } from './details-entries.ts'
import { type CustomerChanges, setCustomerDetails } from './store/details.ts'

/** Restores values of before for the customer, under the customer's lock, and tells the account's pages. */
const restore = (
  ctx: Context,
  entry: EntryRow,
  write: (tx: Tx, before: Values) => Promise<Values>,
): ReturnType<UndoSource['undo']> =>
  undoValues(ctx, entry, {
    lock: tx => lockActiveCustomer(tx, entry.account_id),
    async restore(tx, before) {
      const replaced = await write(tx, before)
      await publishToAccount(ctx, tx, entry.account_id, { type: 'customer-changed' })
      return replaced
    },
  })

const detailsUndo: UndoSource = {
  kinds: DETAILS_KINDS,
  undo: (ctx, entry) =>
    restore(ctx, entry, async (tx, before) => {
      const replaced = pickColumns(await getActiveCustomer(tx.db, entry.account_id), Object.keys(before))
      await setCustomerDetails(tx, entry.account_id, before as CustomerChanges)
      return replaced
    }),
  readValues: async (ctx, accountId) => ({ ...(await getActiveCustomer(ctx.db, accountId)) }),
  describeValues: values => mapValues(values, value => (value === null ? null : String(value))),
}

const addressUndo: UndoSource = {
  kinds: ADDRESS_KINDS,
  undo: (ctx, entry) => restore(ctx, entry, (tx, before) => restoreAddressValues(tx, entry, before)),
  readValues: (ctx, accountId, subject) => readAddressValues(ctx.db, accountId, subject),
  describeValues: values =>
    mapValues(values, value => (value ? describeAddress(presentAddress(value as AddressRow)) : null)),
}

const businessUndo: UndoSource = {
  kinds: ['business-details.changed', 'invoice-email.changed'],
  undo: (ctx, entry) => restore(ctx, entry, (tx, before) => restoreBusinessValues(ctx, tx, entry, before)),
  readValues: (ctx, accountId) => readBusinessValues(ctx.db, accountId),
  describeValues: values =>
    mapValues(values, value =>
      value === null || typeof value === 'string' ? value : describeAddress(value as InvoiceAddress),
    ),
}

/** What of a customer's record can be undone. */
export const customerUndo: readonly UndoSource[] = [detailsUndo, addressUndo, businessUndo]

/** Returns '3 Rosemary Lane, Bristol'. */
const describeAddress = (address: InvoiceAddress): string =>
  [...formatStreetLines(address), address.city].join(', ')

/** Returns values with the names of the wire. */
const mapValues = (values: Values, describe: (value: unknown) => string | null) =>
  Object.fromEntries(
    Object.entries(values).map(([column, value]) => [
      column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      describe(value),
    ]),
  )
