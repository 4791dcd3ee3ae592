import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/context.ts'
import { mountSocket } from '#server/http/socket.ts'
import { getQuietMs, subscribeToAccount } from '#server/platform/push/account-channel.ts'
import { authenticateToken } from './session/authenticate.ts'

/** Mounts the socket of all messages to an account's open pages. */
export function mountAccountSocket(app: FastifyInstance, ctx: Context): void {
  mountSocket(app, ctx, {
    url: '/api/push/library',
    verify: (token, host) => authenticateToken(ctx, token, host),
    open({ accountId }, { send }) {
      const unsubscribe = subscribeToAccount(ctx, accountId, send)
      // Sent after subscribing, so that a page that reads the library now misses no change. `quietMs` shows a page that
      // has read it already whether it missed one.
      send({ type: 'ready', quietMs: getQuietMs(ctx, accountId) })
      return unsubscribe
    },
  })
}
