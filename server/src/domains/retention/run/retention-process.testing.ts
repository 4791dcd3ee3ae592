import type { Config } from '../../../platform/config/config.ts'
import { onStartMessage } from '../../../testing/child-process.ts'
import { type ServerStorage, testServer } from '../../../testing/harness.ts'
import { sendDueReminders } from '../index.ts'
import { runRetention } from './run.ts'

// A server that executes a retention run with all its jobs until the test kills it. Receives its storage,
// configuration and time.
onStartMessage(
  async ({ storage, config, now }: { storage: ServerStorage; config: Partial<Config>; now: string }) => {
    const server = await testServer({ storage, config })
    server.clock.set(now)
    process.send!('running')
    const { signal } = new AbortController()
    await runRetention(server.ctx, signal)
    await sendDueReminders(server.ctx, signal)
    await server.idle()
    process.send!('done')
  },
)
