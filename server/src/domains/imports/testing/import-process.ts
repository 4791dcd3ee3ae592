import { placeOf, type ToldPlace, whenTold } from '../../../testing/child.ts'
import { testServer } from '../../../testing/harness.ts'
import { startActivation } from '../../activation/activation.ts'
import { findActivation } from '../../activation/index.ts'
import { runImport } from '../import.ts'

// A server that runs one import, to be killed meanwhile. It is sent its data directory, legacy store and account.
whenTold(async (told: { place: ToldPlace; legacy: string; account: string }) => {
  const place = placeOf(told.place)
  const server = await testServer({ place, config: { legacy: { folder: told.legacy } }, work: false })
  await startActivation(server.ctx, told.account)
  const row = await findActivation(server.ctx.db, told.account)
  process.send!('working')
  await runImport(server.ctx, { accountId: told.account, run: row!.run }, new AbortController().signal)
  process.send!('done')
})
