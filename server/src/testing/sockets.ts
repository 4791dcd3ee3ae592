import { once } from 'node:events'
import WebSocket from 'ws'
import { IMPORT_OK } from '#contract/push.ts'

/** The client side of a push socket. */
export interface TestSocket {
  /** All messages so far, in order. */
  received: unknown[]
  /** The first matching message, received already or later. */
  next<T>(matches: (message: T) => boolean): Promise<T>
  send(message: unknown): void
  /** Stops answering pings, as a client does whose connection is dead. */
  ignorePings(): void
  /** Resolves with the next ping of the server. */
  nextPing(): Promise<unknown>
  /** Reads no more, and sends pings until the connection ends or `maxBytes` are sent; returns the bytes sent. */
  pingUnread(maxBytes: number): Promise<number>
  /** The close code. */
  closed: Promise<number>
  /** The close reason. */
  reason: Promise<string>
  close(): void
}

/** Opens the library socket of a customer and waits until it is ready. */
export async function openLibrarySocket(origin: string, token: string): Promise<TestSocket> {
  const socket = await openSocket(origin, '/api/push/library', token)
  await socket.next<{ type: string }>(({ type }) => type === 'ready')
  return socket
}

/** Opens a socket; with a token it authenticates by its first message. */
export async function openSocket(
  origin: string,
  path: string,
  token?: string,
  headers: Record<string, string> = {},
): Promise<TestSocket> {
  const socket = new WebSocket(new URL(path, origin.replace(/^http/, 'ws')), { headers })
  const received: unknown[] = []
  const waiting = new Set<() => void>()
  const closing = once(socket, 'close') as Promise<[number, Buffer]>
  const closed = closing.then(([code]) => code)
  const reason = closing.then(([, text]) => String(text))
  socket.on('message', data => {
    received.push(parse(String(data)))
    for (const check of waiting) check()
  })
  await once(socket, 'open')
  const send = (message: unknown) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  if (token !== undefined) send({ type: 'authenticate', accessToken: token })
  return {
    received,
    send,
    closed,
    reason,
    close: () => socket.close(),
    ignorePings: () => {
      socket.pong = () => {}
    },
    nextPing: () => once(socket, 'ping'),
    async pingUnread(maxBytes) {
      socket.pause()
      socket.on('error', () => undefined)
      let sent = 0
      while (socket.readyState === socket.OPEN && sent < maxBytes) {
        const written = Promise.withResolvers<void>()
        for (let i = 0; i < 1000; i++)
          socket.ping(PING, true, i === 999 ? () => written.resolve() : undefined)
        await written.promise
        sent += 1000 * PING.length
      }
      socket.terminate()
      return sent
    },
    next<T>(matches: (message: T) => boolean): Promise<T> {
      return new Promise(resolve => {
        const check = () => {
          const found = (received as T[]).find(matches)
          if (found === undefined) return
          waiting.delete(check)
          resolve(found)
        }
        waiting.add(check)
        check()
      })
    },
  }
}

const PING = Buffer.alloc(125)

/** Parses a message; the import socket's OK is not JSON. */
const parse = (text: string): unknown => (text === IMPORT_OK ? text : JSON.parse(text))
