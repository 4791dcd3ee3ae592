import { parseArgs } from 'node:util'
import { printError } from '#server/report-error.ts'
import { runServer } from '#server/serve-command.ts'
import { startSandbox } from './start-sandbox.ts'

/**
 * Runs the product with everything that is needed to try it; `npm start` runs it beside the stand-in shop. --empty:
 * without the demo library.
 */
try {
  const { values } = parseArgs({ options: { empty: { type: 'boolean' } } })
  const sandbox = await startSandbox(process.env, values)
  runServer(sandbox, printError)
  sandbox.seeded.catch(error => {
    console.error('The demo could not be completed; the next start continues:')
    printError(error)
  })
} catch (error) {
  printError(error)
  process.exit(1)
}
