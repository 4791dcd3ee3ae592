import type { Config } from '#server/platform/config/config.ts'
import { createTestStorage, startSecondServer, type TestServer, testServer } from '#server/testing/harness.ts'

export interface TwoProcesses {
  first: TestServer
  second: Pick<TestServer, 'app' | 'origin'>
  /** Advances the clocks of both. */
  advance: (milliseconds: number) => void
  close: () => Promise<void>
}

/**
 * Starts two web processes on one database. On PostgreSQL they share no memory; the embedded database has one process, and
 * both share what belongs to it.
 */
export async function startTwoProcesses(config: Partial<Config> = {}): Promise<TwoProcesses> {
  const opened = new AsyncDisposableStack()
  const storage = await createTestStorage()
  opened.defer(() => storage.remove())
  const first = await testServer({ storage, config })
  opened.defer(() => first.close())
  const clocks = [first.clock]
  let second: TwoProcesses['second']
  if ('url' in storage.location) {
    const other = await testServer({ storage, config, work: false })
    opened.defer(() => other.close())
    clocks.push(other.clock)
    second = other
  } else {
    const other = await startSecondServer(first, first.ctx.blobs)
    opened.defer(() => other.close())
    second = other
  }
  return {
    first,
    second,
    advance: milliseconds => {
      for (const clock of clocks) clock.advance(milliseconds)
    },
    close: () => opened.disposeAsync(),
  }
}
