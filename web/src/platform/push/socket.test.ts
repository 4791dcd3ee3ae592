// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { PUSH_BAD_TOKEN, PUSH_TIME_OVER, PUSH_TOKEN_EXPIRED, PUSH_TOO_MANY_SOCKETS } from '#contract/push.ts'
import { type SocketEnvironment, type SocketHandshake, subscribe } from './socket.ts'

class FakeSocket {
  sent: string[] = []
  closed = false
  readyState: number = WebSocket.OPEN
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number; reason?: string }) => void) | null = null
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.closed = true
  }
}

function createEnvironment() {
  const harness = {
    sockets: [] as FakeSocket[],
    addresses: [] as string[],
    delays: [] as number[],
    retry: undefined as (() => void) | undefined,
    token: 'token-1' as string | null | Error,
    changeSession: (_token: string | null) => {},
    received: [] as unknown[],
    refused: [] as unknown[],
    connections: 0,
    get last() {
      return harness.sockets.at(-1)!
    },
  }
  const environment: SocketEnvironment = {
    open: url => {
      harness.addresses.push(url)
      const socket = new FakeSocket()
      harness.sockets.push(socket)
      return socket as unknown as WebSocket
    },
    token: async () => {
      if (harness.token instanceof Error) throw harness.token
      return harness.token
    },
    onSession: changed => {
      harness.changeSession = changed
      return () => {
        harness.changeSession = () => {}
      }
    },
    onRefused: (...refusal) => harness.refused.push(refusal),
    schedule: (work, milliseconds) => {
      harness.delays.push(milliseconds)
      harness.retry = work
      return () => {
        harness.retry = undefined
      }
    },
    random: () => 0,
  }
  const start = (manners?: SocketHandshake) =>
    subscribe(
      '/library',
      z.unknown(),
      message => harness.received.push(message),
      () => harness.connections++,
      manners,
      environment,
    )
  return { harness, start }
}

const settled = () => new Promise(resolve => setImmediate(resolve))

describe('a subscription', () => {
  test('PL-192 authenticates first and passes on push messages', async () => {
    const { harness, start } = createEnvironment()
    start()
    await settled()
    harness.last.onopen?.()
    expect(harness.last.sent).toEqual(['{"type":"authenticate","accessToken":"token-1"}'])
    harness.last.onmessage?.({ data: '{"type":"ready"}' })
    harness.last.onmessage?.({ data: 'OK' })
    harness.last.onmessage?.({ data: '{"type":"upload"}' })
    expect(harness.received).toEqual([{ type: 'ready' }, { type: 'upload' }])
    expect(harness.connections).toBe(1)
  })

  test('PL-194 OP-42 with another handshake: its own message and an acknowledgement that is not JSON', async () => {
    const { harness, start } = createEnvironment()
    start({ authenticate: token => ({ action: 'authenticate', token }), acknowledgement: 'OK' })
    await settled()
    harness.last.onopen?.()
    expect(harness.last.sent).toEqual(['{"action":"authenticate","token":"token-1"}'])
    harness.last.onmessage?.({ data: 'OK' })
    harness.last.onmessage?.({ data: '{"type":"import-started"}' })
    expect(harness.connections).toBe(1)
    expect(harness.received).toEqual([{ type: 'import-started' }])
  })

  test('reconnects after growing delays, with a fresh token, and calls `connected`', async () => {
    const { harness, start } = createEnvironment()
    start()
    for (let round = 0; round < 9; round++) {
      await settled()
      harness.last.onclose?.({ code: 1006 })
      harness.retry?.()
    }
    expect(harness.delays).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
    harness.token = 'token-2'
    await settled()
    harness.last.onmessage?.({ data: '{"type":"ready"}' })
    harness.last.onclose?.({ code: PUSH_TIME_OVER })
    expect(harness.delays.at(-1)).toBe(500)
    harness.retry?.()
    await settled()
    harness.last.onopen?.()
    expect(harness.last.sent[0]).toContain('token-2')
  })

  test('RV-205 sends a newer token over the open socket; one that has expired or is surplus reconnects', async () => {
    const { harness, start } = createEnvironment()
    start()
    await settled()
    harness.last.onopen?.()
    harness.last.onmessage?.({ data: '{"type":"ready"}' })
    harness.changeSession('token-2')
    expect(harness.last.sent).toEqual(
      ['token-1', 'token-2'].map(accessToken => JSON.stringify({ type: 'authenticate', accessToken })),
    )
    harness.last.onclose?.({ code: PUSH_TOKEN_EXPIRED })
    harness.retry?.()
    await settled()
    harness.last.onclose?.({ code: PUSH_TOO_MANY_SOCKETS })
    expect(harness.delays).toEqual([500, 30_000])
    expect(harness.sockets).toHaveLength(2)
  })

  test('retries after a delay while offline', async () => {
    const { harness, start } = createEnvironment()
    harness.token = new Error('offline')
    start()
    await settled()
    expect(harness.sockets).toHaveLength(0)
    harness.token = 'token-1'
    harness.retry?.()
    await settled()
    expect(harness.sockets).toHaveLength(1)
  })

  test('closes when the session ends and connects again with the next one, unless it was closed', async () => {
    const { harness, start } = createEnvironment()
    const subscription = start()
    await settled()
    harness.changeSession(null)
    expect(harness.last.closed).toBe(true)
    harness.last.onclose?.({ code: 1005 })
    expect([harness.delays, harness.sockets.length]).toEqual([[], 1])
    harness.token = 'token-2'
    harness.changeSession('token-2')
    await settled()
    harness.last.onopen?.()
    expect([harness.sockets.length, harness.last.sent[0]]).toEqual([2, expect.stringContaining('token-2')])
    harness.changeSession(null)
    subscription.close()
    harness.changeSession('token-3')
    await settled()
    expect(harness.sockets).toHaveLength(2)
  })

  test('RV-1174 a refused token is told with how its session ended; without a session nothing connects again', async () => {
    const { harness, start } = createEnvironment()
    start()
    await settled()
    harness.last.onopen?.()
    harness.changeSession('token-2')
    const end = { cause: 'owner', device: 'Firefox, Windows' }
    harness.last.onclose?.({ code: PUSH_BAD_TOKEN, reason: JSON.stringify(end) })
    expect(harness.refused).toEqual([['token-2', end]])
    harness.retry?.()
    await settled()
    harness.last.onopen?.()
    for (const reason of ['', 'no JSON', '{}']) harness.last.onclose?.({ code: PUSH_BAD_TOKEN, reason })
    expect(harness.refused.slice(1)).toEqual(Array(3).fill(['token-1', null]))
    harness.changeSession(null)
    expect(harness.retry).toBeUndefined()
    harness.last.onclose?.({ code: PUSH_BAD_TOKEN, reason: '' })
    expect(harness.retry).toBeUndefined()
  })

  test('closed while connecting, it sends nothing and closes once it is open', async () => {
    const { harness, start } = createEnvironment()
    const subscription = start()
    await settled()
    harness.last.readyState = WebSocket.CONNECTING
    subscription.close()
    expect(harness.last.closed).toBe(false)
    harness.last.onopen?.()
    expect(harness.last.closed).toBe(true)
    expect(harness.last.sent).toEqual([])
    harness.last.onclose?.({ code: 1005 })
    expect(harness.delays).toEqual([])
  })

  test('closed before the token was read, it never opens', async () => {
    const { harness, start } = createEnvironment()
    start().close()
    await settled()
    expect(harness.sockets).toHaveLength(0)
  })
})
