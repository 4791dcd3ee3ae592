import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/context.ts'
import { mountSocket } from '#server/http/socket.ts'
import { accountQuietMs, subscribeToAccount } from '#server/platform/push/account-channel.ts'
import { authenticateToken } from './session/authenticate.ts'

/** The socket of all messages to an account's open pages (OP-41). */
export function mountAccountSocket(app: FastifyInstance, ctx: Context): void {
  mountSocket(app, ctx, {
    url: '/api/push/library',
    verify: (token, host) => authenticateToken(ctx, token, host),
    open({ accountId }, { send }) {
      const unsubscribe = subscribeToAccount(ctx, accountId, send)
      // Sent after subscribing: a page that reads the library now misses no change, nor one that read it since the last
      // message.
      send({ type: 'ready', quietMs: accountQuietMs(ctx, accountId) })
      return unsubscribe
    },
  })
}
