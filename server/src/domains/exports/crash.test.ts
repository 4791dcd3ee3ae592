import { expect, test } from 'vitest'
import * as contract from '#contract/exports.ts'
import { killProcessAfter, serializeStorage } from '../../testing/child-process.ts'
import { createTestStorage, testServer } from '../../testing/harness.ts'
import { insertPhotoRows } from '../../testing/photo-rows.ts'
import { withRandomSeed } from '../../testing/random-seed.ts'
import { again, ask } from './testing/library.ts'

const PROCESS = new URL('./testing/export-process.ts', import.meta.url)
/** Enough for the freezing to take a while. */
const PHOTOS = 2000
/** More by EXPORT_KILLS. */
const KILLS = Number(process.env.EXPORT_KILLS ?? 1)

test(
  'P28 PL-185 killed at any moment of a request: a stated state, and a second call goes on',
  {
    timeout: 60_000 + KILLS * 30_000,
  },
  () =>
    withRandomSeed(async random => {
      const storage = await createTestStorage()
      const first = await testServer({ storage, work: false })
      const customer = await first.customer()
      // Rows alone: what is frozen is lists.
      await insertPhotoRows(first.ctx, customer.accountId, PHOTOS)
      await first.close()
      for (let kill = 0; kill < KILLS; kill++) {
        // Milliseconds after it began to ask, or after it was answered.
        const [after, ms] = random.chance(0.4)
          ? (['asking', random.below(40)] as const)
          : (['asked', random.below(250)] as const)
        await killProcessAfter(
          PROCESS,
          { storage: serializeStorage(storage), accountId: customer.accountId },
          after,
          ms,
        )
        const server = await testServer({ storage })
        const someone = await again(server, customer)
        const { items } = await someone.call(contract.getExports)
        // Only before it was answered may nothing have come of it.
        const stated = ['REQUESTED', 'IN_PROGRESS', 'READY', ...(after === 'asking' ? ['none'] : [])]
        expect(stated).toContain(items[0]?.status ?? 'none')
        // The clock stands still in tests: a process that died is noticed by asking a minute later.
        server.clock.advance(61_000)
        const asker = await again(server, customer)
        const params = { backupId: (await ask(asker)).backupId }
        const look = () => asker.call(contract.getExport, { params })
        // The dead process's own job is taken over later: nobody waits for that here.
        await expect.poll(async () => (await look()).status, { timeout: 30_000, interval: 200 }).toBe('READY')
        const ready = await look()
        expect(ready).toMatchObject({ status: 'READY', photosCount: PHOTOS })
        const chunks = (ready as contract.ReadyExport).chunks
        expect(chunks.reduce((sum, chunk) => sum + chunk.photosCount, 0)).toBe(PHOTOS)
        expect(await countRows(server.ctx, 'exports')).toBe(1)
        expect(await countRows(server.ctx, 'photo_holds')).toBe(1)
        for (const table of ['exports', 'export_chunks', 'photo_holds'] as const)
          await server.ctx.db.deleteFrom(table).execute()
        await server.close()
      }
      await storage.remove()
    }),
)

async function countRows(ctx: Ctx, table: 'exports' | 'photo_holds'): Promise<number> {
  const rows = await ctx.db.selectFrom(table).select('account_id').execute()
  return rows.length
}

type Ctx = Awaited<ReturnType<typeof testServer>>['ctx']
