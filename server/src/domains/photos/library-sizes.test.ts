import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getPhotos } from '#contract/photos.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { insertPhotoRows } from '../../testing/photo-rows.ts'
import { jpeg } from '../../testing/pictures.ts'
import { countRowsRead } from '../../testing/rows-read.ts'
import { getLibrarySize, getLibrarySizes } from './index.ts'
import { deletePhotos, erasePhotos } from './photos.ts'
import { restorePhotos } from './undo-deletion.ts'

const server = closeAfterAll(await testServer({ work: false }))

async function recount({ accountId }: Client) {
  const { rows } = await sql<{ photos: number; bytes: number }>`
    select count(*)::int as photos, coalesce(sum(size), 0)::float8 as bytes from photos
    where account_id = ${accountId} and deleted_at is null`.execute(server.ctx.db)
  return rows[0]!
}

test('RV-716 photos and bytes of libraries are those of a recount after every kind of change', async () => {
  const { ctx } = server
  const [customer, other, empty] = [await server.customer(), await server.customer(), await server.customer()]
  for (const [i, each] of [customer, customer, customer, other].entries())
    await each.upload(`${i}.jpg`, await jpeg())
  const { images } = await customer.call(getPhotos)
  const [first, second] = images.map(({ imageId }) => imageId) as [string, string]
  const { accountId } = customer
  const changes: [string, () => Promise<unknown>][] = [
    ['added', async () => undefined],
    ['deleted', () => deletePhotos(ctx, accountId, [first, second])],
    ['restored', () => restorePhotos(ctx, accountId, [second])],
    ['erased', () => erasePhotos(ctx, accountId, [first])],
  ]
  const accounts = [customer, other, empty]
  for (const [what, change] of changes) {
    await change()
    const sizes = await getLibrarySizes(
      ctx.db,
      accounts.map(each => each.accountId),
    )
    for (const each of accounts) {
      const counted = await recount(each)
      expect([what, sizes.get(each.accountId)]).toEqual([what, counted])
      expect(await getLibrarySize(ctx.db, each.accountId)).toEqual(counted)
    }
  }
  expect((await recount(customer)).photos).toBe(2)
})

test('RV-716 the photos of a library are not read for its size', async () => {
  const { accountId } = await server.customer()
  await insertPhotoRows(server.ctx, accountId, 5000)
  await sql`analyze photos`.execute(server.ctx.db)
  const tx = await server.ctx.db.startTransaction().execute()
  try {
    const before = await countRowsRead(tx, 'photos')
    expect(await getLibrarySize(tx, accountId)).toEqual({ photos: 5000, bytes: 15_000_000_000 })
    expect((await countRowsRead(tx, 'photos')) - before).toBeLessThan(100)
  } finally {
    await tx.rollback().execute()
  }
})
