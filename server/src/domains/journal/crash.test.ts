import { expect, test } from 'vitest'
import { getPhotos } from '#contract/photos.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../http/route.ts'
import { findRow, listRows } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { readJournal } from '../../testing/journal-entries.ts'
import { jpeg } from '../../testing/pictures.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { changeDetails } from '../customers/details.ts'
import { upsertOrder } from '../orders/orders.ts'
import { requestErasure } from '../photos/erasure/request-erasure.ts'
import { deletePhotos } from '../photos/photos.ts'

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

interface Act {
  change: (ctx: Context, customer: Client, photoIds: string[]) => Promise<unknown>
  /** Whether it was done, and how many entries say so. */
  read: (customer: Client) => Promise<[isDone: boolean, entries: number]>
}

const countEntries = async ({ accountId }: Client, kind: string) =>
  (await readJournal(server.ctx, accountId, kind)).length
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
  'a deletion': {
    change: (ctx, { accountId }, photoIds) => deletePhotos(ctx, accountId, photoIds),
    read: async customer => [
      (await findPhoto(customer)).deleted_at !== null,
      await countEntries(customer, 'photos.deleted'),
    ],
  },
  'a deletion for ever that waits': {
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
  async (_, { change, read }) => {
    for (let number = 0; ; number++) {
      const customer = await server.customer({ business: true })
      await customer.upload('a.jpg', await jpeg())
      await server.idle()
      const photoIds = (await customer.call(getPhotos)).images.map(({ imageId }) => imageId)
      const { ctx, hasDied } = dyingBefore(number)
      await change(ctx, customer, photoIds).catch(() => undefined)
      const [isDone, entries] = await read(customer)
      expect([number, entries]).toEqual([number, Number(isDone)])
      if (hasDied()) continue
      expect([isDone, number > 1]).toEqual([true, true])
      break
    }
  },
)
