import { PUSH_BAD_TOKEN } from '#contract/push.ts'
import { serviceAddress } from '../http/call.ts'
import { pageSession } from '../session/page-session.ts'

/** A subscription that heals itself; `close` ends it for good. */
export interface Subscription {
  close: () => void
}

export interface SocketEnvironment {
  open: (url: string) => WebSocket
  /** A valid access token; null ends the subscription. */
  token: () => Promise<string | null>
  /** Calls back when the session ends; answers how to stop that. */
  onSignedOut: (ended: () => void) => () => void
  later: (work: () => void, milliseconds: number) => () => void
  /** 0 up to 1. */
  random: () => number
}

/** How a socket is told who listens, and how it says that it knows. */
export interface SocketHandshake {
  hello: (token: string) => object
  /** A text that is no JSON; without it the welcome is {"type":"ready"}. */
  welcome?: string
}

const MANNERS: SocketHandshake = { hello: token => ({ type: 'authenticate', accessToken: token }) }

/**
 * Listens to a socket of the push service at `path`: authenticates, hands every message to `receive`, and opens it
 * again after a break (0.5 s, doubling to 30 s, less a random part). A connection the server ends after 30 minutes is
 * opened anew at once. Ends on sign-out. `connected` is called whenever the server has accepted the token again: what
 * happened meanwhile must be asked for, a push is only a hint.
 */
export function subscribe(
  path: string,
  receive: (message: unknown) => void,
  connected: () => void = () => {},
  { hello, welcome }: SocketHandshake = MANNERS,
  world: SocketEnvironment = pageWorld(),
): Subscription {
  let closed = false
  let failures = 0
  let socket: WebSocket | undefined
  let cancelRetry = () => {}

  const close = () => {
    closed = true
    cancelRetry()
    stopListening()
    if (socket) hangUp(socket)
  }
  const stopListening = world.onSignedOut(close)

  const retry = () => {
    if (closed) return
    const pause = Math.min(30_000, 500 * 2 ** failures++)
    cancelRetry = world.later(() => void open(), pause * (1 - world.random() / 2))
  }

  async function open() {
    const token = await world.token().catch(() => undefined)
    if (closed) return
    if (token === null) return close()
    // No answer about the session: offline.
    if (token === undefined) return retry()
    socket = world.open(socketAddress(path))
    socket.onopen = () => socket?.send(JSON.stringify(hello(token)))
    socket.onmessage = ({ data }) => {
      if (welcome !== undefined && data === welcome) {
        failures = 0
        connected()
        return
      }
      const message = parse(data)
      if (message === undefined) return
      if (isReady(message)) {
        failures = 0
        connected()
      }
      receive(message)
    }
    socket.onclose = ({ code }) => {
      if (code === PUSH_BAD_TOKEN) failures = Math.max(failures, 3)
      retry()
    }
  }

  void open()
  return { close }
}

/** Browsers complain in the console about a socket that is closed while it is being opened: it is closed right after. */
function hangUp(socket: WebSocket) {
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close()
  else socket.close()
}

function pageWorld(): SocketEnvironment {
  return {
    open: url => new WebSocket(url),
    token: () => pageSession().token(),
    onSignedOut: ended =>
      pageSession().subscribe(() => {
        if (pageSession().state().status === 'signed-out') ended()
      }),
    later: (work, milliseconds) => {
      const timer = setTimeout(work, milliseconds)
      return () => clearTimeout(timer)
    },
    random: Math.random,
  }
}

function socketAddress(path: string) {
  const url = new URL(serviceAddress('push', path), location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

function parse(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : undefined
  } catch {
    return undefined
  }
}

function isReady(message: unknown) {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready'
}
