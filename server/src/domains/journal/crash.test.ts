import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createApiKey } from '#contract/api-keys.ts'
import { postEndpoint } from '#contract/callbacks.ts'
import type { JournalKind } from '#contract/journal.ts'
import { getPhotos } from '#contract/photos.ts'
import { type Context, change } from '../../context.ts'
import type { Caller } from '../../http/route.ts'
import { findRow, listRows } from '../../platform/db/rows.ts'
import { addressForTests } from '../../testing/addresses.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { readJournal } from '../../testing/journal-entries.ts'
import { jpeg } from '../../testing/pictures.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { endKey } from '../api-keys/keys.ts'
import { removeEndpoint } from '../callbacks/endpoints.ts'
import { addToAddressBook, removeFromAddressBook } from '../customers/addresses/addresses.ts'
import { saveBusinessDetails } from '../customers/business/details.ts'
import { changeDetails } from '../customers/details.ts'
import { lockCustomer } from '../customers/index.ts'
import { requestExport } from '../exports/exports.ts'
import { lockAccount } from '../identity/lock-account/lock-account.ts'
import { upsertOrder } from '../orders/orders.ts'
import { changeDatesOfPhotos } from '../photo-dates/photo-dates.ts'
import { requestErasure } from '../photos/erasure/request-erasure.ts'
import { deleteAllPhotos } from '../photos/library-move/library-move.ts'
import { deletePhotos } from '../photos/photos.ts'
import { restorePhotos } from '../photos/undo-deletion.ts'

const server = closeAfterAll(await testServer())
const { db } = server.ctx

/** A context in which the process dies before its statement of this number. */
function dyingBefore(number: number): { ctx: Context; hasDied: () => boolean } {
  let statements = 0
  const dying = db.withPlugin({
    transformQuery({ node }) {
      if (++statements > number) throw new Error('The process has died')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { ctx: { ...server.ctx, db: dying }, hasDied: () => statements > number }
}

const BUSINESS = {
  companyName: 'Studio',
  registrationNumber: '09876543',
  vatNumber: 'GB980780684',
  contactFirstName: 'Mira',
  contactLastName: 'Lindholm',
  invoiceEmail: 'books@example.com',
  phoneNumber: '0117 496 0123',
}

interface Act {
  /** Whether it is about a photo of the library. */
  hasPhoto?: true
  /** What the act needs; returns the id of what it is about. */
  prepare?: (customer: Client, photoIds: string[]) => Promise<string | undefined>
  change: (ctx: Context, customer: Client, photoIds: string[], id: string) => Promise<unknown>
  isDone: (customer: Client) => Promise<boolean>
  /** The kind of the entry that says so. */
  kind: JournalKind | 'event'
}

const countEntries = async ({ accountId }: Client, kind: Act['kind']) =>
  kind === 'event'
    ? (await listRows(db, 'callback_events', { account_id: accountId })).length
    : (await readJournal(server.ctx, accountId, kind)).length
const hasRow = async (
  table:
    | 'addresses'
    | 'business_details'
    | 'exports'
    | 'callbacks'
    | 'credentials'
    | 'date_changes'
    | 'orders',
  { accountId }: Client,
) => (await findRow(db, table, { account_id: accountId })) !== undefined
const findPhoto = async ({ accountId }: Client) => (await findRow(db, 'photos', { account_id: accountId }))!

const ACTS: Record<string, Act> = {
  'personal details': {
    change: (ctx, { accountId }) =>
      changeDetails(
        ctx,
        { accountId, business: false },
        { firstName: 'Ada' },
        { request: null, requireRecentSignIn: async () => {} },
      ),
    isDone: async ({ accountId }) =>
      (await findRow(db, 'customers', { account_id: accountId }))!.first_name === 'Ada',
    kind: 'profile.changed',
  },
  'another address': {
    change: (ctx, { accountId }) => addToAddressBook(ctx, accountId, addressForTests()),
    isDone: customer => hasRow('addresses', customer),
    kind: 'address.added',
  },
  'an address that is removed': {
    prepare: async ({ accountId }) =>
      (await addToAddressBook(server.ctx, accountId, addressForTests())).address_id,
    change: (ctx, { accountId }, _, id) => removeFromAddressBook(ctx, accountId, id),
    isDone: async customer => !(await hasRow('addresses', customer)),
    kind: 'address.removed',
  },
  'details of a business': {
    prepare: async ({ accountId }) =>
      (await addToAddressBook(server.ctx, accountId, addressForTests({ companyName: 'Studio' }))).address_id,
    change: (ctx, { accountId }, _, invoiceAddressId) =>
      saveBusinessDetails(ctx, accountId, { ...BUSINESS, invoiceAddressId }),
    isDone: customer => hasRow('business_details', customer),
    kind: 'business-details.changed',
  },
  'an export': {
    hasPhoto: true,
    change: (ctx, { accountId }) => requestExport(ctx, accountId, 'KEEPSAKE-GB'),
    isDone: customer => hasRow('exports', customer),
    kind: 'export.requested',
  },
  'a key that is ended': {
    prepare: async customer =>
      (await customer.call(createApiKey, { body: { name: 'ERP', scopes: ['orders:read'], days: 90 } })).id,
    change: (ctx, { accountId }, _, id) => endKey(ctx, accountId, id),
    isDone: async ({ accountId }) =>
      (await findRow(db, 'api_keys', { account_id: accountId }))!.ended_at !== null,
    kind: 'access.removed',
  },
  'an endpoint that is removed': {
    prepare: async customer =>
      (await customer.call(postEndpoint, { body: { name: 'ERP', url: 'https://erp.example/' } })).id,
    change: (ctx, { accountId }, _, id) => removeEndpoint(ctx, accountId, id),
    isDone: async customer => !(await hasRow('callbacks', customer)),
    kind: 'endpoint.removed',
  },
  'the end of all access': {
    change: (ctx, { accountId }) =>
      change(ctx, async tx =>
        lockAccount(ctx, tx, (await lockCustomer(tx, accountId))!, { restored: null, isByMail: false }),
      ),
    isDone: async customer => !(await hasRow('credentials', customer)),
    kind: 'access.ended',
  },
  'other dates': {
    hasPhoto: true,
    change: (ctx, { accountId }, photoIds) =>
      changeDatesOfPhotos(ctx, accountId, {
        requestId: randomUUID(),
        selection: { groupBy: 'created', months: [], albums: [], filters: [], photoIds },
        set: { precision: 'day', year: 2024, month: 5, day: 3 },
      }),
    isDone: customer => hasRow('date_changes', customer),
    kind: 'dates.changed',
  },
  'a deletion of everything': {
    hasPhoto: true,
    change: (ctx, { accountId }) => deleteAllPhotos(ctx, accountId),
    isDone: async ({ accountId }) =>
      (await findRow(db, 'library_moves', { account_id: accountId }))?.destination === 'bin',
    kind: 'library.deleted',
  },
  'a deletion that is undone': {
    hasPhoto: true,
    async prepare({ accountId }, photoIds) {
      await deletePhotos(server.ctx, accountId, photoIds)
      return undefined
    },
    change: (ctx, { accountId }, photoIds) => restorePhotos(ctx, accountId, photoIds),
    isDone: async customer => (await findPhoto(customer)).deleted_at === null,
    kind: 'change.undone',
  },
  'a deletion': {
    hasPhoto: true,
    change: (ctx, { accountId }, photoIds) => deletePhotos(ctx, accountId, photoIds),
    isDone: async customer => (await findPhoto(customer)).deleted_at !== null,
    kind: 'photos.deleted',
  },
  'a deletion for ever that waits': {
    hasPhoto: true,
    async change(ctx, { accountId }, photoIds) {
      await deletePhotos(server.ctx, accountId, photoIds)
      const request = { photoIds, when: 'later' } as const
      await requestErasure(ctx, { accountId, grantId: null } as Caller, request, async () => {})
    },
    isDone: async customer => (await findPhoto(customer)).erase_entry !== null,
    kind: 'photos.erasure-requested',
  },
  'the event of an order': {
    change: (ctx, { accountId }) =>
      upsertOrder(ctx, `D-${accountId}`, orderForTests(accountId, server.clock.now())),
    isDone: customer => hasRow('orders', customer),
    kind: 'event',
  },
}

test.each(Object.entries(ACTS))(
  'NX-402 %s: a process that dies before any statement leaves neither change nor entry',
  async (_, { hasPhoto, prepare, change, isDone, kind }) => {
    for (let number = 0; ; number++) {
      const customer = await server.customer({ business: true })
      if (hasPhoto) await customer.upload('a.jpg', await jpeg())
      if (hasPhoto) await server.idle()
      const photoIds = (await customer.call(getPhotos)).images.map(({ imageId }) => imageId)
      const id = await prepare?.(customer, photoIds)
      const { ctx, hasDied } = dyingBefore(number)
      await change(ctx, customer, photoIds, id!).catch(() => undefined)
      const isActDone = await isDone(customer)
      expect([number, await countEntries(customer, kind)]).toEqual([number, Number(isActDone)])
      if (hasDied()) continue
      expect([isActDone, number > 1]).toEqual([true, true])
      break
    }
  },
)
