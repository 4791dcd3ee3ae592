import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PUSH_BAD_TOKEN, PUSH_TIME_OVER } from '#contract/push.ts'
import { type TestServer, testServer } from '../testing/harness.ts'
import { openSocket } from '../testing/sockets.ts'
import { type App, createApp } from './app.ts'
import type { Caller } from './route.ts'
import { mountSocket } from './socket.ts'

let server: TestServer
let app: App
let origin: string
/** The connected accounts, each with its send function. */
const listening = new Map<string, (message: unknown) => void>()
beforeAll(async () => {
  server = await testServer({ work: false })
  app = await createApp(server.ctx, [{ name: 'probe', mount: mountProbes }], async () => null)
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await app.close()
  await server.close()
})

/** Tokens are 'name' or 'name for 80 ms'. */
async function verify(token: string): Promise<Caller | null> {
  const [, accountId, ms = '60000'] = /^(anna|tom)(?: for (\d+) ms)?$/.exec(token) ?? []
  if (!accountId) return null
  const expires = new Date(server.clock.now().getTime() + Number(ms))
  return { accountId, business: false, claims: {} as Caller['claims'], expires }
}

function mountProbes(http: App['http']): void {
  const open = ({ accountId }: Caller, send: (message: unknown) => void) => {
    listening.set(accountId, send)
    send('welcome')
    return () => void listening.delete(accountId)
  }
  mountSocket(http, server.ctx, { url: '/probe', verify, open })
  mountSocket(http, server.ctx, { url: '/hasty', verify, open, authenticateWithinMs: 60 })
  mountSocket(http, server.ctx, { url: '/brief', verify, open, lifetimeMs: 60 })
}

describe('P23 a push socket', () => {
  test.each([
    ['a bad token', { type: 'authenticate', accessToken: 'mallory' }],
    ['no token', { type: 'authenticate' }],
    ['another message first', { type: 'subscribe', channel: 'library' }],
    ['no JSON', 'hello'],
    ['a token of 9000 characters', { type: 'authenticate', accessToken: 'x'.repeat(9000) }],
  ])('PL-192 OP-41 is closed with 4401 after %s, without a message', async (_what, message) => {
    const socket = await openSocket(origin, '/probe')
    socket.send(message)
    expect(await socket.closed).toBe(PUSH_BAD_TOKEN)
    expect(socket.received).toEqual([])
  })

  test('PL-192 OP-41 is closed with 4401 when no token arrives in time', async () => {
    const socket = await openSocket(origin, '/hasty')
    expect(await socket.closed).toBe(PUSH_BAD_TOKEN)
    expect(socket.received).toEqual([])
  })

  test('stays open when the token arrives in time, and unsubscribes when it closes', async () => {
    const socket = await openSocket(origin, '/hasty', 'anna')
    await socket.next(message => message === 'welcome')
    listening.get('anna')!('news')
    await socket.next(message => message === 'news')
    socket.close()
    await socket.closed
    await expect.poll(() => listening.has('anna')).toBe(false)
  })

  test('P23 closes when the token expires, unless a newer one arrived', async () => {
    const ending = await openSocket(origin, '/probe', 'anna for 80 ms')
    const renewed = await openSocket(origin, '/probe', 'tom for 80 ms')
    renewed.send({ type: 'authenticate', accessToken: 'tom' })
    expect(await ending.closed).toBe(PUSH_BAD_TOKEN)
    listening.get('tom')!('still here')
    await renewed.next(message => message === 'still here')
    expect(renewed.received).toEqual(['welcome', 'still here'])
    renewed.close()
  })

  test('P23 a token of another customer does not extend it', async () => {
    const socket = await openSocket(origin, '/probe', 'anna')
    await socket.next(message => message === 'welcome')
    socket.send({ type: 'authenticate', accessToken: 'tom' })
    expect(await socket.closed).toBe(PUSH_BAD_TOKEN)
    expect(socket.received).toEqual(['welcome'])
  })

  test('PL-113 is closed with 4408 at the end of its lifetime', async () => {
    const socket = await openSocket(origin, '/brief', 'anna')
    expect(await socket.closed).toBe(PUSH_TIME_OVER)
    expect(socket.received).toEqual(['welcome'])
  })

  test('an ordinary request is answered with 426 Upgrade Required', async () => {
    expect((await fetch(`${origin}/probe`)).status).toBe(426)
  })
})
