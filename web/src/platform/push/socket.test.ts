// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { PUSH_TIME_OVER } from '#contract/push.ts'
import { type SocketEnvironment, type SocketHandshake, subscribe } from './socket.ts'

class FakeSocket {
  sent: string[] = []
  closed = false
  readyState: number = WebSocket.OPEN
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.closed = true
  }
}

function createWorld() {
  const world = {
    sockets: [] as FakeSocket[],
    addresses: [] as string[],
    pauses: [] as number[],
    retry: undefined as (() => void) | undefined,
    token: 'token-1' as string | null | Error,
    signOut: () => {},
    received: [] as unknown[],
    connections: 0,
    get last() {
      return world.sockets.at(-1)!
    },
  }
  const parts: SocketEnvironment = {
    open: url => {
      world.addresses.push(url)
      const socket = new FakeSocket()
      world.sockets.push(socket)
      return socket as unknown as WebSocket
    },
    token: async () => {
      if (world.token instanceof Error) throw world.token
      return world.token
    },
    onSignedOut: ended => {
      world.signOut = ended
      return () => {
        world.signOut = () => {}
      }
    },
    later: (work, milliseconds) => {
      world.pauses.push(milliseconds)
      world.retry = work
      return () => {
        world.retry = undefined
      }
    },
    random: () => 0,
  }
  const start = (manners?: SocketHandshake) =>
    subscribe(
      '/library',
      message => world.received.push(message),
      () => world.connections++,
      manners,
      parts,
    )
  return { world, start }
}

const settled = () => new Promise(resolve => setImmediate(resolve))

describe('a subscription', () => {
  test('PL-192 authenticates first and hands on what is pushed', async () => {
    const { world, start } = createWorld()
    start()
    await settled()
    world.last.onopen?.()
    expect(world.last.sent).toEqual(['{"type":"authenticate","accessToken":"token-1"}'])
    world.last.onmessage?.({ data: '{"type":"ready"}' })
    world.last.onmessage?.({ data: 'OK' })
    world.last.onmessage?.({ data: '{"type":"upload"}' })
    expect(world.received).toEqual([{ type: 'ready' }, { type: 'upload' }])
    expect(world.connections).toBe(1)
  })

  test('PL-194 OP-42 with other manners: its own hello, and a welcome that is no JSON', async () => {
    const { world, start } = createWorld()
    start({ hello: token => ({ action: 'authenticate', token }), welcome: 'OK' })
    await settled()
    world.last.onopen?.()
    expect(world.last.sent).toEqual(['{"action":"authenticate","token":"token-1"}'])
    world.last.onmessage?.({ data: 'OK' })
    world.last.onmessage?.({ data: '{"type":"import-started"}' })
    expect(world.connections).toBe(1)
    expect(world.received).toEqual([{ type: 'import-started' }])
  })

  test('opens again after growing breaks, with a fresh token, and says when it is back', async () => {
    const { world, start } = createWorld()
    start()
    for (let round = 0; round < 9; round++) {
      await settled()
      world.last.onclose?.({ code: 1006 })
      world.retry?.()
    }
    expect(world.pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
    world.token = 'token-2'
    await settled()
    world.last.onmessage?.({ data: '{"type":"ready"}' })
    world.last.onclose?.({ code: PUSH_TIME_OVER })
    expect(world.pauses.at(-1)).toBe(500)
    world.retry?.()
    await settled()
    world.last.onopen?.()
    expect(world.last.sent[0]).toContain('token-2')
  })

  test('offline it waits and tries again', async () => {
    const { world, start } = createWorld()
    world.token = new Error('offline')
    start()
    await settled()
    expect(world.sockets).toHaveLength(0)
    world.token = 'token-1'
    world.retry?.()
    await settled()
    expect(world.sockets).toHaveLength(1)
  })

  test('ends on sign-out and stays closed', async () => {
    const { world, start } = createWorld()
    start()
    await settled()
    world.signOut()
    expect(world.last.closed).toBe(true)
    world.last.onclose?.({ code: 1005 })
    expect(world.pauses).toEqual([])
  })

  test('closed while it is being opened, it says nothing and closes once it is open', async () => {
    const { world, start } = createWorld()
    const subscription = start()
    await settled()
    world.last.readyState = WebSocket.CONNECTING
    subscription.close()
    expect(world.last.closed).toBe(false)
    world.last.onopen?.()
    expect(world.last.closed).toBe(true)
    expect(world.last.sent).toEqual([])
    world.last.onclose?.({ code: 1005 })
    expect(world.pauses).toEqual([])
  })

  test('closed before it was open, it never opens', async () => {
    const { world, start } = createWorld()
    start().close()
    await settled()
    expect(world.sockets).toHaveLength(0)
  })
})
