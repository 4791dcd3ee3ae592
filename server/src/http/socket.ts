import type { FastifyInstance } from 'fastify'
import { authenticateMessage, PUSH_BAD_TOKEN, PUSH_TIME_OVER } from '#contract/push.ts'
import type { Context, Tx } from '../context.ts'
import { parseJson } from '../platform/json.ts'
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
  /** The caller of a token, not from a cache: it is asked again when sessions of the account have ended. */
  verify(token: string, host: string): Promise<Caller | null>
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

/** Has every socket of the account verify its token again after the commit, in every process. */
export async function publishSessionsEnded(
  ctx: Pick<Context, 'push'>,
  tx: Tx,
  accountId: string,
): Promise<void> {
  await ctx.push.publish(tx, { channel: SESSIONS_CHANNEL, accountId, body: null })
}

const SESSIONS_CHANNEL = 'sessions'

/**
 * A push socket (OP-41): the first message authenticates, then messages of that customer only. Closes with 4401 on a
 * bad or missing token, when the token expires without a newer one and when its session ends (RV-308), with 4408 after
 * 30 minutes (PL-113), with 1013 when the database was unavailable.
 */
export function mountSocket(app: FastifyInstance, ctx: Context, options: SocketOptions): void {
  app.route({
    method: 'GET',
    url: options.url,
    config: { policy: 'public' },
    handler: (_request, reply) => reply.code(426).send(),
    wsHandler: (socket, request) => {
      const { authenticateWithinMs = AUTHENTICATE_WITHIN_MS, lifetimeMs = LIFETIME_MS } = options
      let opened: { accountId: string; token: string; stop: () => void } | null = null
      let ending: NodeJS.Timeout = setTimeout(() => socket.close(PUSH_BAD_TOKEN), authenticateWithinMs)
      const lifetime = setTimeout(() => socket.close(PUSH_TIME_OVER), lifetimeMs)
      const send = (message: unknown) => {
        if (socket.bufferedAmount > BACKLOG_MAX) socket.terminate()
        else if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
      }
      const callerOf = (token: string | undefined) =>
        (token === undefined ? Promise.resolve(null) : options.verify(token, request.host)).catch(error => {
          ctx.log.warn({ err: error }, 'socket token could not be verified')
          socket.close(TRY_AGAIN_LATER)
          return null
        })
      const verifyAgain = async () => {
        if (opened && !(await callerOf(opened.token))) socket.close(PUSH_BAD_TOKEN)
      }
      const start = (caller: Caller, token: string) => {
        const { accountId } = caller
        const stopReceiving = options.open(caller, send)
        const stopVerifying = ctx.push.subscribe(SESSIONS_CHANNEL, accountId, () => void verifyAgain())
        opened = {
          accountId,
          token,
          stop() {
            stopVerifying()
            stopReceiving()
          },
        }
        // The session may have ended between its verification and the subscription.
        void verifyAgain()
      }
      socket.on('message', async data => {
        const token = (options.tokenIn ?? accessTokenIn)(parseJson(data.toString()))
        const caller = await callerOf(token)
        if (socket.readyState !== socket.OPEN) return
        // A newer token extends the socket of the same customer only.
        if (!caller || !token || (opened && opened.accountId !== caller.accountId))
          return socket.close(PUSH_BAD_TOKEN)
        clearTimeout(ending)
        ending = setTimeout(
          () => socket.close(PUSH_BAD_TOKEN),
          caller.expires.getTime() - ctx.clock.now().getTime(),
        )
        if (opened) {
          opened.token = token
          return
        }
        start(caller, token)
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

const accessTokenIn = (message: unknown) => authenticateMessage.safeParse(message).data?.accessToken
