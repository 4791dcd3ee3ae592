import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#server/testing/client.ts'
import { type TestServer, testServer } from '#server/testing/harness.ts'
import {
  createOrderBody,
  createSystem,
  sendWithSevenDifferences,
} from './retailer-conformance/seven-differences.testing.ts'

const LIST = '/api/orders/retailer/orders'

let server: TestServer
let accountId: string
let system: { url: string; token: string }
let client: Client
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-conformance-'))
  server = await testServer({ config: { rateLimits: false } })
  accountId = (await server.customer()).accountId
  ;({ system, client } = await createSystem(server))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

/** Runs the kit as a retailer does. */
async function run(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('retailer-conformance.ts', import.meta.url)), ...args],
    {
      env: {
        PATH: process.env.PATH!,
        NODE_NO_WARNINGS: '1',
        KEEPSAKE_URL: system.url,
        KEEPSAKE_TOKEN: system.token,
        ...env,
      },
    },
  )
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { code, errors, lines: output.trim().split('\n') }
}

async function writeLines(name: string, values: readonly unknown[]): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, values.map(value => `${JSON.stringify(value)}\n`).join(''))
  return file
}

test('NX-358 the kit finds the seven orders that differ', async () => {
  const { own, differences } = await sendWithSevenDifferences(client, accountId, 60)
  const { code, lines, errors } = await run(['reconcile', LIST, await writeLines('own.jsonl', own)])
  expect([code, errors]).toEqual([1, ''])
  expect(lines.toSorted()).toEqual(
    ['7 of 60 differ.', ...differences.map(({ id, what }) => `${id}: ${what}`)].toSorted(),
  )
})

test('NX-360 the kit tries bodies by dry runs: what is wrong is printed with its fields, and nothing is stored', async () => {
  const body = createOrderBody(accountId, 'T-1')
  const file = await writeLines('bodies.jsonl', [
    { path: `${LIST}/T-1`, body },
    { path: `${LIST}/T-2`, body: { ...createOrderBody(accountId, 'T-2'), colour: 'red', status: 'Sent' } },
    { path: `${LIST}/T-3`, body: { ...createOrderBody(accountId, 'T-3'), accountId: 'nobody' } },
  ])
  const { code, lines } = await run(['try', file])
  expect([code, lines.toSorted()]).toEqual([
    1,
    [
      `${LIST}/T-2: 400 bad-request, status not-valid, colour unknown`,
      `${LIST}/T-3: 404 not-found, Customer not found`,
      '1 of 3 would be accepted.',
    ].toSorted(),
  ])
  expect((await client.fetch(`${LIST}/T-1`)).status).toBe(404)
  const good = await run(['try', await writeLines('good.jsonl', [{ path: `${LIST}/T-1`, body }])])
  expect(good).toMatchObject({ code: 0, lines: ['1 of 1 would be accepted.'] })
})

test('NX-361 the kit finds that the interface answers as it is described', async () => {
  const { code, lines, errors } = await run(['check', accountId])
  expect([code, errors, lines.filter(line => !line.startsWith('✓'))]).toEqual([0, '', []])
  expect(lines.length).toBeGreaterThan(12)
})

test('NX-361 the kit says what it cannot try', async () => {
  expect(await run([])).toMatchObject({ code: 2, errors: expect.stringContaining('reconcile LIST FILE') })
  expect(await run(['check', accountId], { KEEPSAKE_TOKEN: '' })).toMatchObject({ code: 2 })
  const wrong = await writeLines('wrong.jsonl', [{ id: 'K-1' }])
  expect(await run(['reconcile', LIST, wrong])).toMatchObject({
    code: 2,
    errors: expect.stringContaining('wrong.jsonl:1'),
  })
  expect(await run(['reconcile', LIST, wrong], { KEEPSAKE_TOKEN: 'unknown' })).toMatchObject({
    code: 2,
    errors: expect.stringContaining('401 unauthorized'),
  })
  expect(await run(['check', accountId], { KEEPSAKE_URL: 'http://127.0.0.1:1' })).toMatchObject({ code: 2 })
})
