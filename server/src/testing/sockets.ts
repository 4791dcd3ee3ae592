import { once } from 'node:events'
import WebSocket from 'ws'
import { IMPORT_OK } from '#contract/push.ts'

/** A page's end of a push socket. */
export interface TestSocket {
  /** Everything that came, in order. */
  received: unknown[]
  /** The first message, already there or still to come, that fits. */
  next<T>(fits: (message: T) => boolean): Promise<T>
  say(message: unknown): void
  /** The code it was closed with. */
  closed: Promise<number>
  close(): void
}

/** Opens a real socket; with a token it says who it is. */
export async function openSocket(origin: string, path: string, token?: string): Promise<TestSocket> {
  const socket = new WebSocket(new URL(path, origin.replace(/^http/, 'ws')))
  const received: unknown[] = []
  const waiting = new Set<() => void>()
  const closed = once(socket, 'close').then(([code]) => code as number)
  socket.on('message', data => {
    received.push(said(String(data)))
    for (const look of waiting) look()
  })
  await once(socket, 'open')
  const say = (message: unknown) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  if (token !== undefined) say({ type: 'authenticate', accessToken: token })
  return {
    received,
    say,
    closed,
    close: () => socket.close(),
    next<T>(fits: (message: T) => boolean): Promise<T> {
      return new Promise(resolve => {
        const look = () => {
          const found = (received as T[]).find(fits)
          if (found === undefined) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      })
    },
  }
}

/** The import socket's OK is no JSON. */
const said = (text: string): unknown => (text === IMPORT_OK ? text : JSON.parse(text))
