import { millisecondsInDay } from 'date-fns/constants'
import type { FastifyReply } from 'fastify'
import * as contract from '#contract/api-keys.ts'
import { type Route, route } from '#server/http/route.ts'
import { readCalls } from './calls/log.ts'
import { changeKey, createKey, endKey, replaceKey } from './keys.ts'
import { presentKey } from './present.ts'
import { listKeys } from './store/keys.ts'

export const apiKeyRoutes: readonly Route[] = [
  route(contract.getApiKeys, async ({ ctx, caller, reply }) => {
    preventStoring(reply)
    const now = ctx.clock.now()
    const endedSince = new Date(now.getTime() - contract.API_KEY_LOG_DAYS * millisecondsInDay)
    const rows = await listKeys(ctx.db, caller.accountId, endedSince)
    return { keys: rows.map(row => presentKey(row, now)) }
  }),
  route(contract.createApiKey, async ({ ctx, caller, request, reply, body }) => {
    preventStoring(reply)
    const { key, row } = await createKey(ctx, { caller, request }, body)
    return { key, ...presentKey(row, ctx.clock.now()) }
  }),
  route(contract.replaceApiKey, async ({ ctx, caller, request, reply, params, body }) => {
    preventStoring(reply)
    const author = { caller, request }
    const replacement = { keyId: params.id, overlapHours: body.overlapHours }
    const { key, row, previousExpiresAt } = await replaceKey(ctx, author, replacement)
    return {
      key,
      ...presentKey(row, ctx.clock.now()),
      previousExpiresAt: previousExpiresAt.toISOString(),
    }
  }),
  route(contract.updateApiKey, async ({ ctx, caller, reply, params, body }) => {
    preventStoring(reply)
    return presentKey(await changeKey(ctx, caller.accountId, params.id, body), ctx.clock.now())
  }),
  route(contract.endApiKey, ({ ctx, caller, params }) => endKey(ctx, caller.accountId, params.id)),
  route(contract.getApiKeyCalls, ({ ctx, caller, reply, query }) => {
    preventStoring(reply)
    return readCalls(ctx, caller.accountId, query)
  }),
]

const preventStoring = (reply: FastifyReply): void => {
  reply.header('cache-control', 'no-store')
}
