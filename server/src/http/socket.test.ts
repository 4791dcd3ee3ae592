import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  PUSH_BAD_TOKEN,
  PUSH_SOCKETS_MAX,
  PUSH_TIME_OVER,
  PUSH_TOKEN_EXPIRED,
  PUSH_TOO_MANY_SOCKETS,
} from '#contract/push.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import { testServer } from '../testing/harness.ts'
import { openSocket } from '../testing/sockets.ts'
import { type App, createApp } from './app.ts'
import type { Caller } from './route.ts'
import { mountSocket, type SocketConnection } from './socket.ts'

/** The connected accounts, each with its send function. */
const listening = new Map<string, (message: unknown) => void>()
/** Verifications of the probe '/counted'. */
const verifications = { started: 0, running: 0, mostRunning: 0 }
const server = closeAfterAll(await testServer({ work: false }))
const probes = [{ name: 'probe', mount: mountProbes }]
const app = closeAfterAll(await createApp(server.ctx, probes, async () => null))
const origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
afterEach(() => {
  vi.useRealTimers()
})

/** Tokens are 'name' or 'name for 80 ms'. */
async function verify(token: string): Promise<Caller | null> {
  const [, accountId, ms = '60000'] = /^(anna|tom)(?: for (\d+) ms)?$/.exec(token) ?? []
  if (!accountId) return null
  const expires = new Date(server.clock.now().getTime() + Number(ms))
  return {
    accountId,
    business: false,
    claims: {} as Caller['claims'],
    expires,
    grantId: null,
    authTime: null,
    key: null,
  }
}

async function verifyCounted(token: string): Promise<Caller | null> {
  verifications.started++
  verifications.mostRunning = Math.max(verifications.mostRunning, ++verifications.running)
  await new Promise(setImmediate)
  verifications.running--
  return verify(token)
}

function mountProbes(http: App['http']): void {
  const open = ({ accountId }: Caller, { send }: SocketConnection) => {
    listening.set(accountId, send)
    send('welcome')
    return () => void listening.delete(accountId)
  }
  mountSocket(http, server.ctx, { url: '/probe', verify, open })
  mountSocket(http, server.ctx, { url: '/patient', verify, open, authenticateWithinMs: 600_000 })
  mountSocket(http, server.ctx, { url: '/hasty', verify, open, authenticateWithinMs: 60 })
  mountSocket(http, server.ctx, { url: '/brief', verify, open, lifetimeMs: 60 })
  mountSocket(http, server.ctx, { url: '/counted', verify: verifyCounted, open })
}

describe('P23 a push socket', () => {
  test.each([
    ['a bad token', { type: 'authenticate', accessToken: 'mallory' }],
    ['no token', { type: 'authenticate' }],
    ['another message first', { type: 'subscribe', channel: 'library' }],
    ['no JSON', 'hello'],
    ['a token of 9000 characters', { type: 'authenticate', accessToken: 'x'.repeat(9000) }],
  ])('PL-192 OP-41 is closed with 4401 after %s, without a message', async (_what, message) => {
    const socket = await openSocket(origin, '/patient')
    socket.send(message)
    expect(await socket.closed).toBe(PUSH_BAD_TOKEN)
    expect(socket.received).toEqual([])
  })

  test('PL-192 OP-41 is closed with 4401 when no token arrives in time', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const patient = await openSocket(origin, '/probe')
    expect(timers.mock.calls.map(([, ms]) => ms)).toContain(10_000)
    timers.mockRestore()
    patient.close()
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

  test('RV-205 P23 is closed with 4410 when the token expires, unless a newer one arrived', async () => {
    const ending = await openSocket(origin, '/probe', 'anna for 80 ms')
    const renewed = await openSocket(origin, '/probe', 'tom for 80 ms')
    renewed.send({ type: 'authenticate', accessToken: 'tom' })
    expect(await ending.closed).toBe(PUSH_TOKEN_EXPIRED)
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

  test('RV-205 a customer has 20 at most; the next is closed with 4429, until one of them is closed', async () => {
    const welcomed = async (token: string) => {
      const socket = await openSocket(origin, '/probe', token)
      await socket.next(message => message === 'welcome')
      return socket
    }
    const sockets = await Promise.all(Array.from({ length: PUSH_SOCKETS_MAX }, () => welcomed('anna')))
    const surplus = await openSocket(origin, '/brief', 'anna')
    expect(await surplus.closed).toBe(PUSH_TOO_MANY_SOCKETS)
    expect(surplus.received).toEqual([])
    const other = await welcomed('tom')
    sockets[0]!.close()
    await sockets[0]!.closed
    sockets.push(await welcomed('anna'), other)
    for (const socket of sockets) socket.close()
    await Promise.all(sockets.map(socket => socket.closed))
  })

  test('RV-205 pings its client again and again, and disconnects one that does not answer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const [alive, dead] = [
      await openSocket(origin, '/probe', 'anna'),
      await openSocket(origin, '/probe', 'tom'),
    ]
    dead.ignorePings()
    for (let i = 0; i < 3; i++) {
      const ping = alive.nextPing()
      vi.advanceTimersByTime(25_000)
      await ping
      // The pong was sent before this request, and is read before it.
      await fetch(`${origin}/probe`)
    }
    expect(await dead.closed).toBe(1006)
    alive.close()
    expect(await alive.closed).toBe(1005)
  })

  test('RV-861 of a flood of tokens few are verified, one at a time, and the socket is closed with 1008', async () => {
    const socket = await openSocket(origin, '/counted', 'anna')
    for (let i = 0; i < 1000; i++) socket.send({ type: 'authenticate', accessToken: 'anna' })
    socket.send({ type: 'authenticate', accessToken: 'mallory' })
    expect(await socket.closed).toBe(1008)
    expect(verifications.started).toBeLessThan(70)
    // The second one verifies the session once more when its messages start.
    expect(verifications.mostRunning).toBeLessThanOrEqual(2)
    await expect.poll(() => listening.has('anna')).toBe(false)
  })

  test('RV-861 a client that sends pings and reads no answers is disconnected', async () => {
    const socket = await openSocket(origin, '/probe', 'anna')
    await socket.next(message => message === 'welcome')
    expect(await socket.pingUnread(48 * 1024 * 1024)).toBeLessThan(48 * 1024 * 1024)
    await expect.poll(() => listening.has('anna')).toBe(false)
  })

  test('an ordinary request is answered with 426 Upgrade Required', async () => {
    expect((await fetch(`${origin}/probe`)).status).toBe(426)
  })
})
