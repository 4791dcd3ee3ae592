import type { Config } from '#server/platform/config/config.ts'
import { createTestStorage, startSecondServer, testServer } from '#server/testing/harness.ts'

/**
 * Starts two web processes on one database. On PostgreSQL they share no memory; the embedded database has one process, and
 * both share what belongs to it.
 */
export async function startTwoProcesses(config: Partial<Config> = {}) {
  const opened = new AsyncDisposableStack()
  const storage = await createTestStorage()
  opened.defer(() => storage.remove())
  const first = await testServer({ storage, config })
  opened.defer(() => first.close())
  const other = 'url' in storage.location ? await testServer({ storage, config, work: false }) : null
  const second = other ?? (await startSecondServer(first, first.ctx.blobs))
  opened.defer(() => second.close())
  return {
    first,
    second,
    /** Advances the clocks of both. */
    advance(milliseconds: number) {
      first.clock.advance(milliseconds)
      other?.clock.advance(milliseconds)
    },
    close: () => opened.disposeAsync(),
  }
}
