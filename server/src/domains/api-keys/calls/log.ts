import { millisecondsInDay } from 'date-fns/constants'
import { z } from 'zod'
import { API_KEY_LOG_DAYS, type ApiKeyCall, type getApiKeyCalls } from '#contract/api-keys.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Context } from '#server/context.ts'
import { readPage } from '#server/http/cursor.ts'
import { countCalls, type ListedCall, listCalls } from '../store.ts'

/** Reads a page of the calls of the account's keys, newest first. */
export async function readCalls(
  ctx: Context,
  accountId: string,
  query: { cursor?: string | undefined; limit: number; key?: string | undefined; refused: boolean },
): Promise<Answer<typeof getApiKeyCalls>> {
  const filter = {
    accountId,
    since: new Date(ctx.clock.now().getTime() - API_KEY_LOG_DAYS * millisecondsInDay),
    keyId: query.key,
    refusedOnly: query.refused,
  }
  const [{ rows, next }, counts] = await Promise.all([
    readPage(
      ['api-key-calls', accountId, query.key ?? '', query.refused],
      query,
      (after, limit) => listCalls(ctx.db, { ...filter, after, limit }),
      row => ({ at: row.called_at, id: row.call_id }),
      z.uuid(),
    ),
    countCalls(ctx.db, filter),
  ])
  return { calls: rows.map(presentCall), ...counts, cursor: next }
}

const presentCall = (row: ListedCall): ApiKeyCall => ({
  id: row.call_id,
  at: row.called_at.toISOString(),
  key: { id: row.key_id, name: row.key_name },
  method: row.method,
  path: row.path,
  status: row.status,
  network: row.network,
})
