import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCustomer } from '#contract/customers.ts'
import { startProcess, type TestProcess } from '../../testing/child-process.ts'
import { Client } from '../../testing/client.ts'
import { createTestStorage, type TestServer, type TestStorage, testServer } from '../../testing/harness.ts'
import type { ServerProcessStart } from '../../testing/server-process.ts'
import { listSubjects } from './testing/mail-links.ts'
import { type SignedInBrowser, signInBrowser } from './testing/signed-in-browser.ts'

/*
 * Ended access in two processes that share nothing but PostgreSQL: each knows the callers before, and refuses them within a
 * second, whichever process ended them.
 */

const SECOND_MS = 1000
const PROCESS = new URL('../../testing/server-process.ts', import.meta.url)

describe.runIf(process.env.TEST_DATABASE_URL)('two processes on PostgreSQL', () => {
  let storage: TestStorage
  let server: TestServer
  let process2: TestProcess<string>
  let origins: [string, string]
  beforeAll(async () => {
    storage = await createTestStorage()
    server = await testServer({ storage })
    const start: ServerProcessStart = { ...storage, work: false, config: {} }
    process2 = startProcess<string>(PROCESS, start)
    origins = [server.origin, await process2.next()]
  })
  afterAll(async () => {
    await process2?.kill()
    await server?.close()
    await storage?.remove()
  })

  const at = (origin: string, { accountId, email, token }: Client) =>
    new Client(origin, accountId, email, token)
  const isSignedIn = async (client: Client) => (await client.send(getCustomer)).ok

  /** Something stolen in both processes, which know it. */
  async function warm(clients: readonly Client[], works = isSignedIn) {
    const copies = clients.flatMap(client => origins.map(origin => at(origin, client)))
    for (const copy of copies) expect(await works(copy)).toBe(true)
    return copies.map(copy => () => works(copy))
  }

  /** Ends access; expects that nothing of it works in a request that is made a second later, in either process. */
  async function expectEndWithinASecond(
    stolen: readonly (() => Promise<boolean>)[],
    end: () => Promise<unknown>,
  ): Promise<void> {
    await end()
    const endedAt = performance.now()
    await Promise.all(
      stolen.map(async works => {
        for (;;) {
          const requestedAt = performance.now()
          if (!(await works())) return
          expect(requestedAt - endedAt).toBeLessThan(SECOND_MS)
        }
      }),
    )
  }

  test('NX-308 the fifth wrong answer ends the session in both within a second, wherever the others were given; it is mailed', async () => {
    const owner = await server.customer()
    const signedIn = await signInBrowser(server, owner)
    const stolen = await warm([signedIn.client])
    const answers: [number, unknown][] = []
    for (let given = 0; given < 4; given++)
      answers.push(await prove(signedIn, origins[given % 2]!, 'a wrong password'))
    expect(answers).toEqual([4, 3, 2, 1].map(left => [401, left]))
    for (const works of stolen) expect(await works()).toBe(true)
    await expectEndWithinASecond(stolen, async () =>
      expect(await prove(signedIn, origins[1], 'a wrong password')).toEqual([401, 0]),
    )
    expect(await listSubjects(server, owner.email)).toContain('We’ve ended a session of your account')
    expect(await isSignedIn(owner)).toBe(true)
  })

  /** Answers 'Confirm it's you' in the browser's session; returns the status and the answers that are left. */
  async function prove(
    { browser }: SignedInBrowser,
    origin: string,
    password: string,
  ): Promise<[number, unknown]> {
    const response = await fetch(new URL('/session/reauthentication', origin), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-keepsake-session': '1',
        cookie: browser.cookieHeader,
        origin,
      },
      body: JSON.stringify({ method: 'password', password }),
    })
    return [response.status, ((await response.json()) as { attemptsLeft?: number }).attemptsLeft]
  }
})
