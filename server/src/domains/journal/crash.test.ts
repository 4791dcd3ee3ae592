import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createApiKey } from '#contract/api-keys.ts'
import { postEndpoint } from '#contract/callbacks.ts'
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
  /** Whether it was done, and how many entries say so. */
  read: (customer: Client) => Promise<[isDone: boolean, entries: number]>
}

const countEntries = async ({ accountId }: Client, kind: string) =>
  (await readJournal(server.ctx, accountId, kind)).length
const hasRow = async (
  table: 'addresses' | 'business_details' | 'exports' | 'callbacks' | 'credentials' | 'date_changes',
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
    read: async customer => {
      const row = await findRow(db, 'customers', { account_id: customer.accountId })
      return [row!.first_name === 'Ada', await countEntries(customer, 'profile.changed')]
    },
  },
  'another address': {
    change: (ctx, { accountId }) => addToAddressBook(ctx, accountId, addressForTests()),
    read: async customer => [
      await hasRow('addresses', customer),
      await countEntries(customer, 'address.added'),
    ],
  },
  'an address that is removed': {
    prepare: async ({ accountId }) =>
      (await addToAddressBook(server.ctx, accountId, addressForTests())).address_id,
    change: (ctx, { accountId }, _, id) => removeFromAddressBook(ctx, accountId, id),
    read: async customer => [
      !(await hasRow('addresses', customer)),
      await countEntries(customer, 'address.removed'),
    ],
  },
  'details of a business': {
    prepare: async ({ accountId }) =>
      (await addToAddressBook(server.ctx, accountId, addressForTests({ companyName: 'Studio' }))).address_id,
    change: (ctx, { accountId }, _, invoiceAddressId) =>
      saveBusinessDetails(ctx, accountId, { ...BUSINESS, invoiceAddressId }),
    read: async customer => [
      await hasRow('business_details', customer),
      await countEntries(customer, 'business-details.changed'),
    ],
  },
  'an export': {
    hasPhoto: true,
    change: (ctx, { accountId }) => requestExport(ctx, accountId, 'KEEPSAKE-GB'),
    read: async customer => [
      await hasRow('exports', customer),
      await countEntries(customer, 'export.requested'),
    ],
  },
  'a key that is ended': {
    prepare: async customer =>
      (await customer.call(createApiKey, { body: { name: 'ERP', scopes: ['orders:read'], days: 90 } })).id,
    change: (ctx, { accountId }, _, id) => endKey(ctx, accountId, id),
    read: async customer => {
      const key = await findRow(db, 'api_keys', { account_id: customer.accountId })
      return [key!.ended_at !== null, await countEntries(customer, 'access.removed')]
    },
  },
  'an endpoint that is removed': {
    prepare: async customer =>
      (await customer.call(postEndpoint, { body: { name: 'ERP', url: 'https://erp.example/' } })).id,
    change: (ctx, { accountId }, _, id) => removeEndpoint(ctx, accountId, id),
    read: async customer => [
      !(await hasRow('callbacks', customer)),
      await countEntries(customer, 'endpoint.removed'),
    ],
  },
  'the end of all access': {
    change: (ctx, { accountId }) =>
      change(ctx, async tx =>
        lockAccount(ctx, tx, (await lockCustomer(tx, accountId))!, { restored: null, isByMail: false }),
      ),
    read: async customer => [
      !(await hasRow('credentials', customer)),
      await countEntries(customer, 'access.ended'),
    ],
  },
  'other dates': {
    hasPhoto: true,
    change: (ctx, { accountId }, photoIds) =>
      changeDatesOfPhotos(ctx, accountId, {
        requestId: randomUUID(),
        selection: { groupBy: 'created', months: [], albums: [], filters: [], photoIds },
        set: { precision: 'day', year: 2024, month: 5, day: 3 },
      }),
    read: async customer => [
      await hasRow('date_changes', customer),
      await countEntries(customer, 'dates.changed'),
    ],
  },
  'a deletion of everything': {
    hasPhoto: true,
    change: (ctx, { accountId }) => deleteAllPhotos(ctx, accountId),
    read: async customer => {
      const move = await findRow(db, 'library_moves', { account_id: customer.accountId })
      return [move?.destination === 'bin', await countEntries(customer, 'library.deleted')]
    },
  },
  'a deletion that is undone': {
    hasPhoto: true,
    async prepare({ accountId }, photoIds) {
      await deletePhotos(server.ctx, accountId, photoIds)
      return undefined
    },
    change: (ctx, { accountId }, photoIds) => restorePhotos(ctx, accountId, photoIds),
    read: async customer => [
      (await findPhoto(customer)).deleted_at === null,
      await countEntries(customer, 'change.undone'),
    ],
  },
  'a deletion': {
    hasPhoto: true,
    change: (ctx, { accountId }, photoIds) => deletePhotos(ctx, accountId, photoIds),
    read: async customer => [
      (await findPhoto(customer)).deleted_at !== null,
      await countEntries(customer, 'photos.deleted'),
    ],
  },
  'a deletion for ever that waits': {
    hasPhoto: true,
    async change(ctx, { accountId }, photoIds) {
      await deletePhotos(server.ctx, accountId, photoIds)
      const request = { photoIds, when: 'later' } as const
      await requestErasure(ctx, { accountId, grantId: null } as Caller, request, async () => {})
    },
    read: async customer => [
      (await findPhoto(customer)).erase_entry !== null,
      await countEntries(customer, 'photos.erasure-requested'),
    ],
  },
  'the event of an order': {
    change: (ctx, { accountId }) =>
      upsertOrder(ctx, `D-${accountId}`, orderForTests(accountId, server.clock.now())),
    read: async ({ accountId }) => {
      const key = { account_id: accountId }
      return [
        (await findRow(db, 'orders', key)) !== undefined,
        (await listRows(db, 'callback_events', key)).length,
      ]
    },
  },
}

test.each(Object.entries(ACTS))(
  'NX-402 %s: a process that dies before any statement leaves neither change nor entry',
  async (_, { hasPhoto, prepare, change, read }) => {
    for (let number = 0; ; number++) {
      const customer = await server.customer({ business: true })
      if (hasPhoto) await customer.upload('a.jpg', await jpeg())
      if (hasPhoto) await server.idle()
      const photoIds = (await customer.call(getPhotos)).images.map(({ imageId }) => imageId)
      const id = await prepare?.(customer, photoIds)
      const { ctx, hasDied } = dyingBefore(number)
      await change(ctx, customer, photoIds, id!).catch(() => undefined)
      const [isDone, entries] = await read(customer)
      expect([number, entries]).toEqual([number, Number(isDone)])
      if (hasDied()) continue
      expect([isDone, number > 1]).toEqual([true, true])
      break
    }
  },
)
