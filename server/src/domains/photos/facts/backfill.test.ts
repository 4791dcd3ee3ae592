import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { getSearchTimeline } from '#contract/photo-search.ts'
import { getPhotos } from '#contract/photos.ts'
import { change } from '../../../context.ts'
import type { Client } from '../../../testing/client.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { findFactErrors } from '../../../testing/consistency-checks.ts'
import { testServer } from '../../../testing/harness.ts'
import { jpeg } from '../../../testing/pictures.ts'
import { updateTitles } from '../store/dates.ts'
import type { PhotoRow } from '../store/photos.ts'
import { backfillFacts } from './backfill.ts'
import { factsCommand } from './command.ts'

let customer: Client
const server = closeAfterAll(await testServer())

const camera = { make: 'Canon', model: 'Canon EOS R5' }
const signal = new AbortController().signal

/** The facts of photos whose pictures were read. */
const readFacts = async () => {
  const { rows } = await sql`
    select photo_id, name_norm, camera_id, kind, hash, sharpness, width, height, facts_version from photo_facts
    where account_id = ${customer.accountId} and facts_version > 0 order by photo_id`.execute(server.ctx.db)
  return rows
}

/** As rules of a higher version find them: no picture is read. */
async function removeFacts(): Promise<void> {
  const { db } = server.ctx
  await sql`update photo_facts set kind = null, hash = null, sharpness = null, facts_version = 0
    where account_id = ${customer.accountId}`.execute(db)
  await sql`delete from facts_backfills where account_id = ${customer.accountId}`.execute(db)
}

beforeEach(async () => {
  customer = await server.customer()
  await customer.upload('Été.jpg', await jpeg({ camera }))
  await customer.upload('Screenshot 1.jpg', await jpeg())
  await customer.upload('c.jpg', await jpeg({ taken: '2024:07:03 10:00:00' }))
  await server.idle()
})

describe('NX-229 the backfill', () => {
  test('reads what ingest reads, of photos from before; repeated it changes nothing', async () => {
    const before = await readFacts()
    await removeFacts()
    expect(await readFacts()).toEqual([])
    await backfillFacts(server.ctx, signal)
    expect(await findFactErrors(server.ctx, customer.accountId)).toEqual([])
    const after = await readFacts()
    expect(after.map(each => ({ ...(each as object), sharpness: 0, hash: 0 }))).toEqual(
      before.map(each => ({ ...(each as object), sharpness: 0, hash: 0 })),
    )
    await backfillFacts(server.ctx, signal)
    expect(await readFacts()).toEqual(after)
  })

  test('stops while a photo waits for its variants, as one job however often it begins to wait, and goes on behind the last one', async () => {
    await removeFacts()
    const { images } = await customer.call(getPhotos)
    await sql`insert into photo_ingests (account_id, photo_id, lane, turn, requested_at)
      values (${customer.accountId}, ${images[0]!.imageId}, 'jpeg-png', 1, now())`.execute(server.ctx.db)
    const countJobs = async () => {
      const { rows } = await sql<{ jobs: number }>`
        select count(*)::int as jobs from pgboss.job where name = 'photos.backfill-facts'`.execute(
        server.ctx.db,
      )
      return rows[0]!.jobs
    }
    server.clock.advance(120_000)
    const before = await countJobs()
    for (let repeated = 0; repeated < 3; repeated++) await backfillFacts(server.ctx, signal)
    expect((await countJobs()) - before).toBe(1)
    expect(await readFacts()).toEqual([])
    await sql`delete from photo_ingests where account_id = ${customer.accountId}`.execute(server.ctx.db)
    await backfillFacts(server.ctx, signal)
    expect(await readFacts()).toHaveLength(3)
  })

  test('leaves the rest to another job when half its lease has passed', async () => {
    await removeFacts()
    let reads = 0
    const clock = { now: () => new Date(server.clock.now().getTime() + 700_000 * reads) }
    const images = {
      ...server.ctx.images,
      readPixelFacts: (bytes: Uint8Array) => {
        reads += 3
        return server.ctx.images.readPixelFacts(bytes)
      },
    }
    await backfillFacts({ ...server.ctx, images, clock }, signal)
    expect(await readFacts()).toHaveLength(1)
    await backfillFacts(server.ctx, signal)
    expect(await readFacts()).toHaveLength(3)
  })

  test('NX-212 a title that changes while the picture is read is found', async () => {
    await removeFacts()
    const { images: photos } = await customer.call(getPhotos)
    const { imageId, localFileName } = photos.find(each => each.localFileName === 'c.jpg')!
    const photo = { account_id: customer.accountId, photo_id: imageId, file_name: localFileName } as PhotoRow
    const images = {
      ...server.ctx.images,
      readPixelFacts: async (bytes: Uint8Array) => {
        await change(server.ctx, tx =>
          updateTitles(tx, photo.account_id, [{ row: photo, title: 'Opa im Garten' }]),
        )
        return server.ctx.images.readPixelFacts(bytes)
      },
    }
    await backfillFacts({ ...server.ctx, images }, signal)
    expect(await readFacts()).toContainEqual(expect.objectContaining({ name_norm: 'c jpg opa im garten' }))
  })

  test('NX-230 says how many photos it has read while it runs', async () => {
    await removeFacts()
    const stopped = new AbortController()
    const read = server.ctx.images.readPixelFacts
    const images = {
      ...server.ctx.images,
      readPixelFacts: (bytes: Uint8Array) => {
        stopped.abort()
        return read(bytes)
      },
    }
    await backfillFacts({ ...server.ctx, images }, stopped.signal)
    const { progress } = await customer.call(getSearchTimeline, { query: {} as never })
    expect(progress).toEqual({ done: 1, of: 3 })
    await backfillFacts(server.ctx, signal)
    expect(await customer.call(getSearchTimeline, { query: {} as never })).not.toHaveProperty('progress')
    expect(await findFactErrors(server.ctx, customer.accountId)).toEqual([])
  })

  test('is queued again by a command, which can have all pictures read again', async () => {
    await sql`update photo_facts set hash = null where account_id = ${customer.accountId}`.execute(
      server.ctx.db,
    )
    const lines: string[] = []
    const run = (...args: string[]) => factsCommand.parse(args)?.(server.ctx, line => lines.push(line))
    expect(factsCommand.parse([])).toBeNull()
    expect(await run('--account', customer.accountId, '--again')).toBe(0)
    expect(lines).toEqual(['0 of 3 photos have been read; a worker will read the others.'])
    await server.idle()
    expect(await readFacts()).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ hash: expect.any(String) })),
    )
  })
})
