import type { ZodType } from 'zod'
import { PUSH_BAD_TOKEN, PUSH_TOO_MANY_SOCKETS, type SessionEnd } from '#contract/push.ts'
import { serviceAddress } from '../http/call.ts'
import { pageSession } from '../session/page-session.ts'

/** A subscription that reconnects until `close` is called. */
export interface Subscription {
  close: () => void
}

export interface SocketEnvironment {
  open: (url: string) => WebSocket
  /** A valid access token; null ends the subscription. */
  token: () => Promise<string | null>
  /** Registers a listener for newer access tokens, and null for the end of the session; returns its removal. */
  onSession: (onChange: (token: string | null) => void) => () => void
  /** The server has refused the token, and says how its session has ended if it does not end here. */
  onRefused: (token: string, end: SessionEnd | null) => void
  /** Runs `work` after the delay; returns its cancellation. */
  schedule: (work: () => void, milliseconds: number) => () => void
  /** From 0 inclusive to 1 exclusive. */
  random: () => number
}

/** Messages that it does not accept, as of later releases, are ignored. */
type MessageSchema<T> = Pick<ZodType<T>, 'safeParse'>

/** How a socket authenticates, and how the server acknowledges it. */
export interface SocketHandshake {
  authenticate: (token: string) => object
  /** A literal text instead of JSON; without it the acknowledgement is {"type":"ready"}. */
  acknowledgement?: string
}

const DEFAULT_HANDSHAKE: SocketHandshake = {
  authenticate: token => ({ type: 'authenticate', accessToken: token }),
}

/**
 * Subscribes to the push service at `path`: authenticates, passes every message of `schema` to `receive`, and reconnects after a
 * delay (0.5 s, doubling up to 30 s, minus up to half at random), also when the server closes it after 30 minutes; a
 * successful connection resets the delay. A newer access token is sent over the open socket, which would close with the
 * older one. Without a session it waits for the next one of the page. `onConnected` is called on every (re)connection after
 * authentication: refetch then, because messages may have been missed and a push message is only a hint.
 */
export function subscribe<T>(
  path: string,
  schema: MessageSchema<T>,
  receive: (message: T) => void,
  onConnected: () => void = () => {},
  { authenticate, acknowledgement }: SocketHandshake = DEFAULT_HANDSHAKE,
  environment: SocketEnvironment = browserEnvironment(),
): Subscription {
  let isClosed = false
  let isSignedOut = false
  let failures = 0
  let socket: WebSocket | undefined
  let sentToken = ''
  let cancelRetry = () => {}

  const disconnect = () => {
    cancelRetry()
    if (socket) closeSocket(socket)
  }
  const close = () => {
    isClosed = true
    stopListening()
    disconnect()
  }
  const send = (token: string) => {
    sentToken = token
    socket?.send(JSON.stringify(authenticate(token)))
  }
  const stopListening = environment.onSession(token => {
    const wasSignedOut = isSignedOut
    isSignedOut = token === null
    if (token === null) disconnect()
    else if (wasSignedOut) void open()
    else if (socket?.readyState === WebSocket.OPEN) send(token)
  })

  const retry = () => {
    if (isClosed || isSignedOut) return
    const delay = Math.min(30_000, 500 * 2 ** failures++)
    cancelRetry = environment.schedule(() => void open(), delay * (1 - environment.random() / 2))
  }

  async function open() {
    const token = await environment.token().catch(() => undefined)
    if (isClosed) return
    isSignedOut = token === null
    if (token === null) return
    // The session could not be read: offline.
    if (token === undefined) return retry()
    socket = environment.open(socketAddress(path))
    socket.onopen = () => send(token)
    socket.onmessage = ({ data }) => {
      if (acknowledgement !== undefined && data === acknowledgement) {
        failures = 0
        onConnected()
        return
      }
      const message = parse(data)
      if (message === undefined) return
      if (isReady(message)) {
        failures = 0
        onConnected()
      }
      const parsed = schema.safeParse(message)
      if (parsed.success) receive(parsed.data)
    }
    socket.onclose = ({ code, reason }) => {
      if (code === PUSH_BAD_TOKEN) {
        failures = Math.max(failures, 3)
        environment.onRefused(sentToken, parseEnd(reason))
      }
      if (code === PUSH_TOO_MANY_SOCKETS) failures = 6
      retry()
    }
  }

  void open()
  return { close }
}

/** Closes after opening: closing a socket that is still connecting logs an error in the browser's console. */
function closeSocket(socket: WebSocket) {
  socket.onclose = null
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close()
  else socket.close()
}

function browserEnvironment(): SocketEnvironment {
  return {
    open: url => new WebSocket(url),
    token: () => pageSession().token(),
    onSession: onChange =>
      pageSession().subscribe(() => {
        const state = pageSession().state()
        if (state.status === 'signed-in') onChange(state.accessToken)
        if (state.status === 'signed-out') onChange(null)
      }),
    onRefused: (token, end) => pageSession().refuse(token, end),
    schedule: (work, milliseconds) => {
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

/** Reads how the session has ended, where the server says it; without a schema, which the first page would load. */
function parseEnd(reason: string): SessionEnd | null {
  const end = parse(reason) as Partial<SessionEnd> | null | undefined
  return typeof end?.cause === 'string' ? { cause: end.cause, device: end.device ?? null } : null
}
