import { millisecondsInDay } from 'date-fns/constants'
import { z } from 'zod'
import { API_KEY_LOG_DAYS, type ApiKeyCall, type getApiKeyCalls } from '#contract/api-keys.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Context } from '#server/context.ts'
import { type CursorScope, decodeCursor, encodeCursor, sortTime } from '#server/http/cursor.ts'
import { countCalls, type ListedCall, listCalls } from '../store/calls.ts'

const cursorSchema = z.tuple([sortTime, z.uuid()])

/** Reads a page of the calls of the account's keys, newest first. */
export async function readCalls(
  ctx: Context,
  accountId: string,
  query: { cursor?: string | undefined; limit: number; key?: string | undefined; refused: boolean },
): Promise<Answer<typeof getApiKeyCalls>> {
  const scope: CursorScope = ['api-key-calls', accountId, query.key ?? '', query.refused]
  const [calledAt, callId] = query.cursor === undefined ? [] : decodeCursor(scope, query.cursor, cursorSchema)
  const page = {
    accountId,
    since: new Date(ctx.clock.now().getTime() - API_KEY_LOG_DAYS * millisecondsInDay),
    keyId: query.key,
    refusedOnly: query.refused,
    after:
      calledAt === undefined || callId === undefined ? undefined : { calledAt: new Date(calledAt), callId },
    limit: query.limit + 1,
  }
  const [rows, counts] = await Promise.all([listCalls(ctx.db, page), countCalls(ctx.db, page)])
  const shownRows = rows.slice(0, query.limit)
  const lastRow = shownRows.at(-1)
  return {
    calls: shownRows.map(presentCall),
    ...counts,
    next:
      rows.length <= query.limit || !lastRow
        ? null
        : encodeCursor(scope, [lastRow.called_at.toISOString(), lastRow.call_id]),
  }
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
