import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { decodeUtf8 } from '#contract/input/utf8.ts'
import {
  authenticateMessage,
  PUSH_BAD_TOKEN,
  PUSH_SOCKETS_MAX,
  PUSH_TIME_OVER,
  PUSH_TOKEN_EXPIRED,
  PUSH_TOO_MANY_SOCKETS,
} from '#contract/push.ts'
import { type Context, memoizePerContext, type Tx } from '../context.ts'
import { parseJson } from '../platform/json.ts'
import { defineGauge } from '../platform/metrics/definitions.ts'
import type { Caller } from './route.ts'
import { getSignIns } from './step-up.ts'

/** Limits of unauthenticated and long-lived sockets, which would exhaust the connections. */
const AUTHENTICATE_WITHIN_MS = 10_000
const LIFETIME_MS = 30 * 60_000
/** Below the 30 s after which common proxies close a silent connection. */
const HEARTBEAT_MS = 25_000
/** Unread bytes after which a slow client is disconnected; it catches up by polling. */
const BACKLOG_MAX = 1024 * 1024
/** A client sends its first token and each newer one; a lifetime has fewer. */
const MESSAGES_MAX = 60
/** Close code "policy violation" (RFC 6455, 7.4.1): the client has sent too many messages. */
const POLICY_VIOLATION = 1008
/** Close code "try again later" (IANA registry): the state cannot be read now, or messages may have been lost. */
const TRY_AGAIN_LATER = 1013

export interface SocketOptions {
  url: string
  /** Verifies a token without a cache; called again when sessions of the account have ended. */
  verify(token: string, host: string): Promise<Caller | null>
  /** Reads the token of a JSON message whose shape differs from `authenticateMessage`. */
  parseToken?: (message: unknown) => string | undefined
  /** Sent as text once a token is accepted, before the first message. */
  welcome?: string
  /** Starts sending messages to the caller whose first message was `message`; returns a function that stops it. */
  open(caller: Caller, connection: SocketConnection, message: unknown): () => void
  /** Shorter times for tests. */
  authenticateWithinMs?: number
  lifetimeMs?: number
}

/** The interface of an authenticated socket for the domain that sends its messages. */
export interface SocketConnection {
  /** Sends one message; does nothing once the socket is closed. */
  send(message: unknown): void
  /** Logs the error and closes the socket with 1013, so that the client reconnects later. */
  fail(error: unknown): void
}

/**
 * Makes the sockets of an account verify their tokens again; `closes`: closes them, because the tokens themselves
 * outlive the session.
 */
type SessionsEnded = { closes: boolean }

/** Makes every socket of the account, in every process, verify its token again after the commit. */
export async function publishSessionsEnded(
  ctx: Pick<Context, 'push'>,
  tx: Tx,
  accountId: string,
  body: SessionsEnded = { closes: false },
): Promise<void> {
  await ctx.push.publish(tx, { channel: SESSIONS_CHANNEL, accountId, body })
}

const SESSIONS_CHANNEL = 'sessions'

/**
 * Mounts a push socket: the first message authenticates, then messages of that customer only. Closes with 4401
 * on a bad or missing token and when its session ends, with how it ended where another device or a rule did, with 4410 when the token expires without a newer one, with 4429
 * when the customer has 20 others, with 4408 after 30 minutes, with 1008 after 60 messages, with 1013 when the
 * database was unavailable.
 * Pings every 25 s; a client that does not answer is disconnected.
 */
export function mountSocket(app: FastifyInstance, ctx: Context, options: SocketOptions): void {
  app.route({
    method: 'GET',
    url: options.url,
    config: { policy: 'public' },
    handler: (_request, reply) => reply.code(426).send(),
    wsHandler: (socket, request) => serveSocket(ctx, options, socket, request.host),
  })
}

function serveSocket(ctx: Context, options: SocketOptions, socket: WebSocket, host: string): void {
  const { authenticateWithinMs = AUTHENTICATE_WITHIN_MS, lifetimeMs = LIFETIME_MS } = options
  let session: { caller: Caller; token: string; stop: () => void } | null = null
  let expiryTimer: NodeJS.Timeout = setTimeout(() => socket.close(PUSH_BAD_TOKEN), authenticateWithinMs)
  const lifetimeTimer = setTimeout(() => socket.close(PUSH_TIME_OVER), lifetimeMs)
  const connection: SocketConnection = {
    send(message) {
      if (socket.bufferedAmount > BACKLOG_MAX) socket.terminate()
      else if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
    },
    fail(error) {
      ctx.log.warn({ err: error }, 'socket closed after a failure')
      socket.close(TRY_AGAIN_LATER)
    },
  }
  const getRemainingMs = (caller: Caller) => caller.expires.getTime() - ctx.clock.now().getTime()
  const verify = (token: string | undefined) =>
    (token === undefined ? Promise.resolve(null) : options.verify(token, host)).catch(error => {
      connection.fail(error)
      return null
    })
  const refuse = async (token: string | undefined) => {
    const end = token === undefined ? null : await getSignIns(ctx)?.findSessionEnd(ctx, token)
    socket.close(PUSH_BAD_TOKEN, end ? JSON.stringify(end) : undefined)
  }
  const reverify = async () => {
    if (!session || (await verify(session.token))) return
    if (getRemainingMs(session.caller) <= 0) return socket.close(PUSH_TOKEN_EXPIRED)
    await refuse(session.token)
  }
  const extendSession = (caller: Caller) => {
    clearTimeout(expiryTimer)
    // At most the lifetime of the socket, because a timer of more than 24 days would fire at once.
    const remainingMs = Math.min(getRemainingMs(caller), lifetimeMs * 2)
    expiryTimer = setTimeout(() => socket.close(PUSH_TOKEN_EXPIRED), remainingMs)
  }
  const start = (caller: Caller, message: unknown) => {
    const stopReceiving = options.open(caller, connection, message)
    const stopVerifying = ctx.push.subscribe(SESSIONS_CHANNEL, caller.accountId, body => {
      if ((body as SessionsEnded).closes) socket.close(PUSH_TOKEN_EXPIRED)
      else void reverify().catch(connection.fail)
    })
    // The session may have ended between its verification and the subscription.
    void reverify().catch(connection.fail)
    return () => {
      stopVerifying()
      stopReceiving()
    }
  }
  const receiveMessage = async (message: unknown) => {
    if (socket.readyState !== socket.OPEN) return
    const token = (options.parseToken ?? parseAccessToken)(message)
    const caller = await verify(token)
    if (socket.readyState !== socket.OPEN) return
    // A newer token extends the socket of the same customer only.
    if (!caller || !token) return refuse(token)
    if (session && session.caller.accountId !== caller.accountId) return socket.close(PUSH_BAD_TOKEN)
    if (session) {
      Object.assign(session, { caller, token })
      return extendSession(caller)
    }
    const release = reserveSocket(ctx, caller.accountId)
    if (!release) return socket.close(PUSH_TOO_MANY_SOCKETS)
    socket.on('close', release)
    extendSession(caller)
    session = { caller, token, stop: () => {} }
    session.stop = start(caller, message)
    if (options.welcome !== undefined) socket.send(options.welcome)
  }
  let messages = 0
  // One after another: each verification takes a connection of the pool.
  let received = Promise.resolve()
  socket.on('message', data => {
    if (socket.readyState !== socket.OPEN) return
    if (++messages > MESSAGES_MAX) return socket.close(POLICY_VIOLATION)
    const message = parseJson(decodeUtf8(data as Buffer) ?? '')
    received = received.then(() => receiveMessage(message)).catch(connection.fail)
  })
  // The library answers pings, also of a client that does not read the answers.
  socket.on('ping', () => {
    if (socket.bufferedAmount > BACKLOG_MAX) socket.terminate()
  })
  // The page reconnects and fetches the missed messages.
  const removeGapHandler = ctx.push.onGap(() => socket.close(TRY_AGAIN_LATER))
  const stopHeartbeat = startHeartbeat(socket, HEARTBEAT_MS)
  socket.on('close', () => {
    removeGapHandler()
    stopHeartbeat()
    clearTimeout(expiryTimer)
    clearTimeout(lifetimeTimer)
    session?.stop()
  })
  socket.on('error', () => socket.terminate())
}

const parseAccessToken = (message: unknown) => authenticateMessage.safeParse(message).data?.accessToken

export const pushSockets = defineGauge('push_sockets', 'Open push sockets of signed-in customers')

/** The number of open sockets of each account. */
const getSocketCounts = memoizePerContext(() => new Map<string, number>())

/** Counts a socket of the account; returns a function that releases it, undefined when the account has the maximum. */
function reserveSocket(ctx: Context, accountId: string): (() => void) | undefined {
  const counts = getSocketCounts(ctx)
  const count = counts.get(accountId) ?? 0
  if (count >= PUSH_SOCKETS_MAX) return undefined
  counts.set(accountId, count + 1)
  ctx.metrics.get(pushSockets).inc()
  return () => {
    ctx.metrics.get(pushSockets).dec()
    const remainingSockets = counts.get(accountId)! - 1
    if (remainingSockets > 0) counts.set(accountId, remainingSockets)
    else counts.delete(accountId)
  }
}

/**
 * Pings the client regularly (RFC 6455, 5.5.2), so that proxies keep a silent connection open, and disconnects a
 * client that has not answered the previous ping. Returns a function that stops it.
 */
function startHeartbeat(socket: WebSocket, intervalMs: number): () => void {
  let isAlive = true
  socket.on('pong', () => {
    isAlive = true
  })
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, intervalMs)
  return () => clearInterval(timer)
}
