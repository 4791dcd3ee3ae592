import { expect, test } from 'vitest'
import * as contract from '#contract/exports.ts'
import { startAndKillProcess } from '../../testing/child-process.ts'
import { createTestStorage, testServer } from '../../testing/harness.ts'
import { insertPhotoRows } from '../../testing/photo-rows.ts'
import { withRandomSeed } from '../../testing/random-seed.ts'
import { requestExport, signInAgain } from './testing/library.ts'

const PROCESS = new URL('./testing/export-process.ts', import.meta.url)
/** Enough photos for the job to take a while. */
const PHOTOS = 2000
/** EXPORT_KILLS sets more. */
const KILLS = Number(process.env.EXPORT_KILLS ?? 1)

test(
  'P28 PL-185 killed at any moment of a request: the state is defined, and a second request resumes',
  {
    timeout: 60_000 + KILLS * 30_000,
  },
  () =>
    withRandomSeed(async random => {
      const storage = await createTestStorage()
      const first = await testServer({ storage, work: false })
      const customer = await first.customer()
      // Rows without originals suffice, because an export stores entries only.
      await insertPhotoRows(first.ctx, customer.accountId, PHOTOS)
      await first.close()
      for (let kill = 0; kill < KILLS; kill++) {
        // Milliseconds after the start of the request, or after its response.
        const [after, ms] = random.chance(0.4)
          ? (['asking', random.integer(40)] as const)
          : (['asked', random.integer(250)] as const)
        await startAndKillProcess(PROCESS, { storage, accountId: customer.accountId }, after, ms)
        const server = await testServer({ storage })
        const customerAgain = await signInAgain(server, customer)
        const { items } = await customerAgain.call(contract.getExports)
        // Only a request without a response may have had no effect.
        const allowed = ['REQUESTED', 'IN_PROGRESS', 'READY', ...(after === 'asking' ? ['none'] : [])]
        expect(allowed).toContain(items[0]?.status ?? 'none')
        // Another request after a minute sends the job of a stalled export again.
        server.clock.advance(61_000)
        const later = await signInAgain(server, customer)
        const params = { backupId: (await requestExport(later)).backupId }
        const readExport = () => later.call(contract.getExport, { params })
        // The lease of the killed process's own job ends later; this does not wait for it.
        await expect.poll(async () => (await readExport()).status, { interval: 200 }).toBe('READY')
        const ready = await readExport()
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
