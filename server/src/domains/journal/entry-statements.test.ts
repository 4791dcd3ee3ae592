import { expect, test } from 'vitest'
import { getPhotos } from '#contract/photos.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../http/route.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { countStatements } from '../../testing/count-statements.ts'
import { testServer } from '../../testing/harness.ts'
import { readJournal } from '../../testing/journal-entries.ts'
import { jpeg } from '../../testing/pictures.ts'
import { requestErasure } from '../photos/erasure/request-erasure.ts'
import { deletePhotos } from '../photos/photos.ts'
import { restorePhotos } from '../photos/undo-deletion.ts'

const server = closeAfterAll(await testServer())
const MANY = 12

const isOfJournal = (node: unknown) => /"journal"|\bjournal\b(?!-)/.test(JSON.stringify(node))

/** Counts the statements of the journal that run while `work` does. */
async function countOfJournal(work: (ctx: Context) => Promise<unknown>): Promise<number> {
  const { db, count } = countStatements(server.ctx.db, isOfJournal)
  await work({ ...server.ctx, db })
  return count()
}

async function createLibrary(photos: number): Promise<[Client, string[]]> {
  const customer = await server.customer()
  for (let i = 0; i < photos; i++) await customer.upload(`${i}.jpg`, await jpeg())
  await server.idle()
  return [customer, (await customer.call(getPhotos)).images.map(({ imageId }) => imageId)]
}

test('NX-406 deleting, restoring and erasing many photos makes as many statements of the journal as one', async () => {
  const counts = []
  for (const photos of [1, MANY]) {
    const [{ accountId }, photoIds] = await createLibrary(photos)
    expect(photoIds).toHaveLength(photos)
    counts.push([
      await countOfJournal(ctx => deletePhotos(ctx, accountId, photoIds)),
      await countOfJournal(ctx => restorePhotos(ctx, accountId, photoIds)),
      await countOfJournal(ctx => deletePhotos(ctx, accountId, photoIds)),
      await countOfJournal(ctx =>
        requestErasure(
          ctx,
          { accountId, grantId: null } as Caller,
          { photoIds, when: 'usual' },
          async () => {},
        ),
      ),
    ])
  }
  expect(counts[1]).toEqual(counts[0])
  // The last entry of the kind, whether it was undone, and the entry.
  expect(Math.min(...counts[0]!)).toBeGreaterThan(0)
  expect(Math.max(...counts[0]!)).toBeLessThanOrEqual(6)
})

test('NX-406 an upload makes no statement of the journal', async () => {
  const customer = await server.customer()
  const before = (await readJournal(server.ctx, customer.accountId)).length
  const { ctx } = server
  const own = ctx.db
  const all = countStatements(own)
  const journal = countStatements(all.db, isOfJournal)
  Object.assign(ctx, { db: journal.db })
  try {
    for (let i = 0; i < 3; i++) await customer.upload(`${i}.jpg`, await jpeg())
    await server.idle()
  } finally {
    Object.assign(ctx, { db: own })
  }
  expect((await customer.call(getPhotos)).images).toHaveLength(3)
  expect([all.count() > 3, journal.count()]).toEqual([true, 0])
  expect(await readJournal(ctx, customer.accountId)).toHaveLength(before)
})
