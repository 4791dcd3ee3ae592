import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '#contract/api-keys.ts'
import { getCustomer } from '#contract/customers.ts'
import { endDevice } from '#contract/devices.ts'
import { endAllAccess } from '#contract/not-me.ts'
import { getOrders } from '#contract/orders.ts'
import { PUSH_BAD_TOKEN } from '#contract/push.ts'
import { startProcess, type TestProcess } from '../../testing/child-process.ts'
import { Client } from '../../testing/client.ts'
import { createTestStorage, type TestServer, type TestStorage, testServer } from '../../testing/harness.ts'
import type { ServerProcessStart } from '../../testing/server-process.ts'
import { openSocket } from '../../testing/sockets.ts'
import {
  choosePassword,
  findMailedLink,
  listSubjects,
  requestPassword,
  submitLink,
} from './testing/mail-links.ts'
import { type SignedInBrowser, signInBrowser } from './testing/signed-in-browser.ts'

/*
 * Ended access in two processes that share nothing but PostgreSQL: each knows the callers before, and refuses them within a
 * second, whichever process ended them.
 */

const SECOND_MS = 1000
const NEW_KEY = { name: 'ERP', scopes: ['orders:read' as const], days: 365 as const }
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
  const grantOf = ({ token }: Client) => decodeJwt<{ gid: string }>(token).gid
  const isSignedIn = async (client: Client) => (await client.send(getCustomer)).ok
  const readsOrders = async (client: Client) => (await client.send(getOrders)).ok

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

  /** The origin of the process that ends access, and of the other one. */
  const directions = [
    ['the first', 0],
    ['the second', 1],
  ] as const

  test.each(directions)(
    'NX-315 a device that is signed out in %s is refused in both within a second, with its sockets; others stay',
    async (_name, which) => {
      const owner = await server.customer()
      const { client: phone } = await signInBrowser(server, owner)
      const stolen = await warm([phone])
      const [own] = await warm([owner])
      const sockets = await Promise.all(
        origins.map(origin => openSocket(origin, '/api/push/library', phone.token)),
      )
      for (const socket of sockets) await socket.next<{ type: string }>(({ type }) => type === 'ready')
      const session = at(origins[which], owner)
      await expectEndWithinASecond(stolen, () => session.call(endDevice, { params: { id: grantOf(phone) } }))
      expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([PUSH_BAD_TOKEN, PUSH_BAD_TOKEN])
      expect(await own!()).toBe(true)
    },
  )

  test.each(directions)(
    'NX-321 ‘It wasn’t me’ in a session of %s ends sessions and API keys in both within a second',
    async (_name, which) => {
      const owner = await server.customer({ business: true })
      const { client: phone } = await signInBrowser(server, owner)
      const { key } = await phone.call(createApiKey, { body: NEW_KEY })
      const machine = new Client(server.origin, owner.accountId, owner.email, key)
      const stolen = [...(await warm([phone, owner])), ...(await warm([machine], readsOrders))]
      await expectEndWithinASecond(stolen, () => at(origins[which], owner).call(endAllAccess))
      const restored = await choosePassword(server, owner, 'chosen after the theft')
      for (const works of await warm([restored])) expect(await works()).toBe(true)
    },
  )

  test('NX-321 NX-320 links in mails end access in both within a second: ‘It wasn’t me’, and a new password', async () => {
    const owner = await server.customer({ business: true })
    await owner.call(createApiKey, { body: NEW_KEY })
    const notMe = await findMailedLink(server, owner.email, '/identity/not-me/')
    await expectEndWithinASecond(await warm([owner]), () => submitLink(server, notMe))
    const restored = await choosePassword(server, owner, 'chosen after the theft')
    await requestPassword(server, owner.email)
    const chosen = await findMailedLink(server, owner.email, '/identity/new-password/')
    await expectEndWithinASecond(await warm([restored]), () =>
      submitLink(server, chosen, { password: 'chosen once more' }),
    )
  })

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
