import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import { change } from '../../context.ts'
import { listColumns } from '../../platform/db/rows.ts'
import { startAndKillProcess } from '../../testing/child-process.ts'
import { findAlbumCountErrors, findMonthCountErrors } from '../../testing/consistency-checks.ts'
import { crashAfter } from '../../testing/crash-after.ts'
import { createTestStorage, type TestServer, testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { withRandomSeed } from '../../testing/random-seed.ts'
import { findActivation, startActivation } from '../activation/index.ts'
import { createCustomer } from '../customers/index.ts'
import { runImport } from './import.ts'
import { registerLegacyLibrary } from './index.ts'
import { type LegacyPhoto, writeLibrary } from './testing/legacy-library.ts'

/** Crashes after every STRIDE-th step, with a random offset; IMPORT_DEATHS=all crashes after every step. */
const STRIDE = process.env.IMPORT_DEATHS === 'all' ? 1 : 10
const FIRST = Math.floor(Math.random() * STRIDE)
/** IMPORT_KILLS sets more. */
const KILLS = Number(process.env.IMPORT_KILLS ?? 1)

const PROCESS = new URL('./testing/import-process.ts', import.meta.url)
const never = new AbortController().signal

async function createCustomerWithLibrary(
  ctx: Context,
  root: string,
  library: readonly LegacyPhoto[],
): Promise<string> {
  const accountId = (await change(ctx, tx =>
    createCustomer(tx, {
      email: `${crypto.randomUUID()}@keepsake.test`,
      brandId: 'keepsake-gb',
      locale: 'en-GB',
      registeredAt: ctx.clock.now(),
    }),
  ))!
  const albums = [{ name: 'All', photos: library.map(photo => photo.file) }]
  await writeLibrary(join(root, accountId), library, albums)
  await registerLegacyLibrary(ctx, accountId, { status: 'NOT_ACTIVE', source: accountId, again: false })
  return accountId
}

const runFirst = (ctx: Context, accountId: string) => runImport(ctx, { accountId, run: 1 }, never)

/** Expects each photo, its bytes and the album once, and nothing else. */
async function expectImported({ ctx }: TestServer, accountId: string, photos: number): Promise<void> {
  expect(await findActivation(ctx.db, accountId)).toMatchObject({
    state: 'active',
    added: photos,
    refused: 0,
  })
  const rows = await listColumns(ctx.db, 'photos', { account_id: accountId }, ['sha256', 'photo_id'])
  expect(new Set(rows.map(row => row.sha256)).size).toBe(photos)
  expect(rows).toHaveLength(photos)
  for (const { sha256, photo_id } of rows)
    expect(await ctx.blobs.stat(`${accountId}/originals/${sha256}-${photo_id}`)).not.toBeNull()
  const albums = await listColumns(ctx.db, 'albums', { account_id: accountId }, ['name', 'photos'])
  expect(albums).toEqual([{ name: 'All', photos }])
  expect(await findMonthCountErrors(ctx, accountId)).toEqual([])
  expect(await findAlbumCountErrors(ctx, accountId)).toEqual([])
}

test('P28 OP-26 a crash after any step: the state is defined, the next process resumes, nothing is lost or duplicated', async () => {
  const server = await testServer({ work: false })
  const root = join(server.ctx.config.dataDir, 'legacy-store')
  await mkdir(root)
  server.ctx.config.legacy = { folder: root }
  let [steps, lived] = [FIRST, false]
  for (; !lived; steps += STRIDE) {
    const library = [
      { file: '1.jpg', bytes: await jpeg() },
      { file: '2.jpg', bytes: await jpeg() },
    ]
    const accountId = await createCustomerWithLibrary(server.ctx, root, library)
    await startActivation(server.ctx, accountId)
    const life = crashAfter(server.ctx, steps)
    await runFirst(life.ctx, accountId).catch(error => {
      if (!life.hasCrashed()) throw error
    })
    const state = (await findActivation(server.ctx.db, accountId))!.state
    expect(['importing', 'active']).toContain(state)
    await runFirst(server.ctx, accountId)
    await expectImported(server, accountId, 2)
    lived = !life.hasCrashed()
  }
  // Two photos and an album take more than thirty steps; every earlier round crashed.
  expect(steps - STRIDE).toBeGreaterThan(30)
  await server.close()
})

test(
  'P28 OP-26 killed at any moment of an import: the next process imports the rest, each photo once',
  {
    timeout: 60_000 + KILLS * 30_000,
  },
  () =>
    withRandomSeed(async random => {
      const storage = await createTestStorage()
      const legacy = join(storage.folder, 'legacy-store')
      const first = await testServer({ storage, work: false, config: { legacy: { folder: legacy } } })
      const library = await Promise.all(
        Array.from({ length: 20 }, async (_, i) => ({ file: `${i}.jpg`, bytes: await jpeg() })),
      )
      const accountId = await createCustomerWithLibrary(first.ctx, legacy, library)
      await first.close()
      for (let kill = 0; kill < KILLS; kill++)
        await startAndKillProcess(
          PROCESS,
          { storage, legacy, account: accountId },
          'working',
          random.integer(400),
        )
      const server = await testServer({ storage, work: false, config: { legacy: { folder: legacy } } })
      expect(['importing', 'active']).toContain((await findActivation(server.ctx.db, accountId))!.state)
      await runFirst(server.ctx, accountId)
      await expectImported(server, accountId, library.length)
      await server.close()
      await storage.remove()
    }),
)
