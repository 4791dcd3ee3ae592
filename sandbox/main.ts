import { parseArgs } from 'node:util'
import type { Context } from '#server/context.ts'
import { createServiceToken, replaceServiceToken } from '#server/domains/services/index.ts'
import { printError } from '#server/report-error.ts'
import { runServer } from '#server/run-server.ts'
import { startSandbox } from './start-sandbox.ts'

/**
 * Runs the product with everything that is needed to try it; `npm start` runs it beside the stand-in shop. --empty:
 * without the demo library.
 */
try {
  const { values } = parseArgs({ options: { empty: { type: 'boolean' } } })
  const sandbox = await startSandbox(process.env, values)
  runServer(sandbox, printError)
  // The parent starts the shop with it.
  process.send?.({ shopToken: await createShopToken(sandbox.ctx) })
  sandbox.seeded.catch(error => {
    console.error('The demo could not be completed; the next start continues:')
    printError(error)
  })
} catch (error) {
  printError(error)
  process.exit(1)
}

/** Creates a new service token for the shop's calls of the product. The token of an earlier start stops working. */
async function createShopToken(ctx: Context): Promise<string> {
  const name = 'shop'
  const created =
    (await replaceServiceToken(ctx, name, 0)) ??
    (await createServiceToken(ctx, name, { vendors: null, scopes: null, days: 365 }))
  return created!.token
}
