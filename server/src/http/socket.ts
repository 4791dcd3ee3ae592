import type { FastifyInstance } from 'fastify'
import { authenticateMessage, PUSH_BAD_TOKEN, PUSH_TIME_OVER } from '#contract/push.ts'
import type { Context } from '../context.ts'
import type { Caller } from './route.ts'

/** Limits of unauthenticated and long-lived sockets, which would exhaust the connections. */
const AUTHENTICATE_WITHIN_MS = 10_000
const LIFETIME_MS = 30 * 60_000
/** Unread bytes after which a slow client is disconnected; it catches up by polling. */
const BACKLOG_MAX = 1024 * 1024
/** Close code "try again later" (IANA registry): the token cannot be verified now, or messages may have been lost. */
const TRY_AGAIN_LATER = 1013

export interface SocketOptions {
  url: string
  verify(token: string): Promise<Caller | null>
  /** Reads the token of a JSON message whose shape differs from `authenticateMessage`. */
  tokenIn?: (message: unknown) => string | undefined
  /** Sent as text once a token is accepted, before the first message. */
  welcome?: string
  /** Starts sending messages to the caller; returns a function that stops it. `send` sends one message. */
  open(caller: Caller, send: (message: unknown) => void): () => void
  /** Shorter times for tests. */
  authenticateWithinMs?: number
  lifetimeMs?: number
}

/**
 * A push socket (OP-41): the first message authenticates, then messages of that customer only. Closes with 4401 on a
 * bad or missing token and when the token expires without a newer one, with 4408 after 30 minutes (PL-113), with
 * 1013 when the database was unavailable.
 */
export function mountSocket(app: FastifyInstance, ctx: Context, options: SocketOptions): void {
  app.route({
    method: 'GET',
    url: options.url,
    config: { policy: 'public' },
    handler: (_request, reply) => reply.code(426).send(),
    wsHandler: socket => {
      const { authenticateWithinMs = AUTHENTICATE_WITHIN_MS, lifetimeMs = LIFETIME_MS } = options
      let opened: { accountId: string; stop: () => void } | null = null
      let ending: NodeJS.Timeout = setTimeout(() => socket.close(PUSH_BAD_TOKEN), authenticateWithinMs)
      const lifetime = setTimeout(() => socket.close(PUSH_TIME_OVER), lifetimeMs)
      const send = (message: unknown) => {
        if (socket.bufferedAmount > BACKLOG_MAX) socket.terminate()
        else if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
      }
      socket.on('message', async data => {
        const caller = await callerOf(data.toString(), options).catch(error => {
          ctx.log.warn({ err: error }, 'socket token could not be verified')
          socket.close(TRY_AGAIN_LATER)
          return null
        })
        if (socket.readyState !== socket.OPEN) return
        // A newer token extends the socket of the same customer only.
        if (!caller || (opened && opened.accountId !== caller.accountId)) return socket.close(PUSH_BAD_TOKEN)
        clearTimeout(ending)
        ending = setTimeout(
          () => socket.close(PUSH_BAD_TOKEN),
          caller.expires.getTime() - ctx.clock.now().getTime(),
        )
        if (opened) return
        opened = { accountId: caller.accountId, stop: options.open(caller, send) }
        if (options.welcome !== undefined) socket.send(options.welcome)
      })
      // The page reconnects and fetches what it missed.
      const removeGapHandler = ctx.push.onGap(() => socket.close(TRY_AGAIN_LATER))
      socket.on('close', () => {
        removeGapHandler()
        clearTimeout(ending)
        clearTimeout(lifetime)
        opened?.stop()
      })
      socket.on('error', () => socket.terminate())
    },
  })
}

async function callerOf(
  text: string,
  { verify, tokenIn = accessTokenIn }: SocketOptions,
): Promise<Caller | null> {
  const token = tokenIn(parseJson(text))
  return token === undefined ? null : verify(token)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const accessTokenIn = (message: unknown) => authenticateMessage.safeParse(message).data?.accessToken
