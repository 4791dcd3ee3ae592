import { addDays } from 'date-fns/addDays'
import { UNDO_DAYS } from '#contract/journal.ts'
import type { Context, Reader, Tx } from '../../context.ts'
import type { UndoSource } from '../../domain.ts'
import { listRows } from '../../platform/db/rows.ts'
import { getActor } from '../../platform/db/statement-scope.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'
import { findActiveCustomer, lockCustomer, setCustomerDetails } from '../customers/index.ts'
import { lockForNewAccess } from '../identity/index.ts'
import { createUndoConflict, type EntryRow, listEntries, undoValues, type Values } from '../journal/index.ts'
import { findAddress, findAddressProblem, type Target } from './delivery/target.ts'
import { lockEndpoints, startNewAddress } from './endpoint.ts'
import { presentEndpointId, toEndpointId } from './endpoint-id.ts'
import { findCallbacks, updateCallbacks } from './store/callbacks.ts'

/**
 * Restores the address that an endpoint had before a change. An endpoint that is off stays off, because an undo grants nothing:
 * its owner turns it on.
 */
export const callbackAddressUndo: UndoSource = {
  kinds: ['callback.address-changed'],
  async undo(ctx, entry) {
    const { account_id: accountId, subject } = entry
    const { type, id } = getActor()
    const outcome = await undoValues(ctx, entry, {
      lock: tx => lockForNewAccess(tx, { accountId, grantId: type === 'device' ? id : null }),
      restore: (tx, before) => restoreAddress(ctx, tx, entry, before),
    })
    const [endpoint] = await findCallbacks(ctx.db, [toEndpointId(accountId, subject!)])
    return { ...outcome, isEndpointOff: endpoint?.state === 'off' }
  },
  async findOpen(ctx, accountId, entries) {
    const addresses = await readAddresses(ctx, accountId)
    const isRemoved = await createRemovalTest(ctx, ctx.db, accountId)
    const open = entries.filter(entry => addresses.has(entry.subject!) && !isRemoved(entry))
    return new Map(open.map(row => [row.entry_id, null]))
  },
  readValues: async (ctx, accountId, subject) => ({
    ...(await readAddresses(ctx, accountId)).get(subject),
  }),
  describeValues: ({ address, ...format }) => ({ address, ...format }) as Record<string, string | null>,
}

/** Creates the test whether the address was removed since an entry: an undo never replaces one that was entered after that. */
async function createRemovalTest(
  ctx: Context,
  db: Reader,
  accountId: string,
): Promise<(entry: EntryRow) => boolean> {
  const since = addDays(ctx.clock.now(), -UNDO_DAYS)
  const removals = await listEntries(db, accountId, {
    since,
    kinds: ['endpoint.removed'],
    limit: ENTRIES_MAX,
  })
  return entry =>
    removals.some(({ subject, entry_id }) => subject === entry.subject && entry_id > entry.entry_id)
}

const ENTRIES_MAX = 1000

/** Reads the addresses of the account by the ids of their endpoints. */
async function readAddresses(
  ctx: Context,
  accountId: string,
): Promise<ReadonlyMap<string, Pick<Target, 'address' | 'format'>>> {
  const customer = await findActiveCustomer(ctx.db, accountId)
  const endpoints = await listRows(ctx.db, 'callbacks', { account_id: accountId })
  return new Map(
    endpoints.flatMap(endpoint => {
      const called = customer && findAddress(endpoint, customer)
      return called ? [[presentEndpointId(endpoint), called]] : []
    }),
  )
}

/** Writes address and format of before, and returns what they replace. Throws conflict where a new address would be refused. */
async function restoreAddress(ctx: Context, tx: Tx, entry: EntryRow, before: Values): Promise<Values> {
  const { account_id: accountId, subject } = entry
  const isRemoved = await createRemovalTest(ctx, tx.db, accountId)
  const { address: url, format } = before as { address: string; format?: 'JSON' | 'XML' }
  const customer = await lockCustomer(tx, accountId)
  const endpoints = customer ? await lockEndpoints(ctx, tx, customer) : []
  const endpoint = endpoints.find(each => presentEndpointId(each) === subject)
  const called = customer && endpoint && findAddress(endpoint, customer)
  if (
    !called ||
    isRemoved(entry) ||
    customer.business_status === 'Blocked' ||
    findAddressProblem(ctx, customer, url)
  )
    throw createUndoConflict('over')
  if (endpoint.endpoint_id === accountId)
    await setCustomerDetails(tx, accountId, { callback_url: url, callback_format: format })
  else await updateCallbacks(tx, endpoint.endpoint_id, { url, ...(format && { format }) })
  await startNewAddress(ctx, tx, endpoint)
  await publishToAccount(ctx, tx, accountId, { type: 'customer-changed' })
  return { address: called.address, ...(format && { format: called.format }) }
}
