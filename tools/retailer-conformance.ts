import { open } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { checkOrderSystem } from './retailer-conformance/check-order-system.ts'
import { ownState, reconcile } from './retailer-conformance/reconcile.ts'
import { sentBody, tryBodies } from './retailer-conformance/try-bodies.ts'

/*
 * The conformance kit of the retailer's interface: run against a test system, by HTTP alone (docs/retailer-interface.md,
 * 'Trying your systems').
 */
const USAGE = `KEEPSAKE_URL=https://… KEEPSAKE_TOKEN=kss_test_… node tools/retailer-conformance.ts
  try FILE                          a dry run of each line {"path": "/api/…", "body": {…}}
  reconcile LIST FILE [--since AT]  compares LIST, such as /api/orders/retailer/orders, with each line
                                    {"id": "…", "version": 3, "body": {…}} (or "hash" instead of the body)
  check ACCOUNT                     sends orders of a test account and compares the answers with the interface
Exit code: 0 when all is in order, 1 when something differs, 2 when it could not be tried.`

const { KEEPSAKE_URL: url, KEEPSAKE_TOKEN: token } = process.env
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { since: { type: 'string' } },
  })
  if (!url || !token) throw new Error(USAGE)
  process.exitCode = (await run(positionals, values.since)) ? 0 : 1
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}

/** Returns whether all is in order. */
async function run([command, ...args]: string[], since: string | undefined): Promise<boolean> {
  const system = { url: url!, token: token! }
  const [first, second] = args
  if (command === 'try' && first && args.length === 1) {
    const { tried, wrong } = await tryBodies(system, readLines(first, sentBody), console.log)
    console.log(`${tried - wrong} of ${tried} would be accepted.`)
    return wrong === 0
  }
  if (command === 'reconcile' && first && second && args.length === 2) {
    const states = readLines(second, ownState)
    const { compared, differences } = await reconcile(system, { listPath: first, since }, states)
    for (const { id, what } of differences) console.log(`${id}: ${what}`)
    console.log(`${differences.length} of ${compared} differ.`)
    return differences.length === 0
  }
  if (command === 'check' && first && args.length === 1) return checkOrderSystem(system, first, console.log)
  throw new Error(USAGE)
}

/** Reads a file with one JSON value in each line. Throws an error that names the line which is none, or not of the schema. */
async function* readLines<T>(path: string, schema: z.ZodType<T>): AsyncIterable<T> {
  const file = await open(path)
  let line = 0
  for await (const text of file.readLines()) {
    line++
    if (text.trim() !== '') yield parseLine(text, schema, `${path}:${line}`)
  }
}

function parseLine<T>(text: string, schema: z.ZodType<T>, place: string): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new Error(`${place}: ${reason}`)
  }
}
