import { onStartMessage } from '../../../testing/child-process.ts'
import { type ServerStorage, testServer } from '../../../testing/harness.ts'
import { findActivation, startActivation } from '../../activation/index.ts'
import { runImport } from '../import.ts'

// A server that executes an import until the test kills it. Receives its storage, legacy store and account.
onStartMessage(
  async ({ storage, ...message }: { storage: ServerStorage; legacy: string; account: string }) => {
    const server = await testServer({ storage, config: { legacy: { folder: message.legacy } }, work: false })
    await startActivation(server.ctx, message.account)
    const row = await findActivation(server.ctx.db, message.account)
    process.send!('working')
    await runImport(server.ctx, { accountId: message.account, run: row!.run }, new AbortController().signal)
    process.send!('done')
  },
)
