import { millisecondsInDay } from 'date-fns/constants'
import { z } from 'zod'
import type { Answer } from '#contract/endpoint.ts'
import {
  type getSecurityEvents,
  SECURITY_EVENT_DAYS,
  type SecurityEvent,
  UNDO_DAYS,
} from '#contract/security.ts'
import type { Context } from '#server/context.ts'
import { type CursorScope, decodeCursor, encodeCursor, sortTime } from '#server/http/cursor.ts'
import { listSecurityEvents } from '../store/security-events.ts'

/** Reads a page of the account's security events, newest first. */
export async function readSecurityEvents(
  ctx: Context,
  accountId: string,
  query: { cursor?: string | undefined; limit: number },
): Promise<Answer<typeof getSecurityEvents>> {
  const scope: CursorScope = ['security-events', accountId]
  const [at, eventId] = query.cursor === undefined ? [] : decodeCursor(scope, query.cursor, cursorSchema)
  const rows = await listSecurityEvents(ctx.db, accountId, {
    since: subtractDays(ctx, SECURITY_EVENT_DAYS),
    after: at === undefined || eventId === undefined ? undefined : { at: new Date(at), eventId },
    limit: query.limit + 1,
  })
  const shownRows = rows.slice(0, query.limit)
  const lastRow = shownRows.at(-1)
  const undoableSince = subtractDays(ctx, UNDO_DAYS)
  return {
    events: shownRows.map(row => presentEvent(row, undoableSince)),
    cursor:
      rows.length > query.limit && lastRow
        ? encodeCursor(scope, [lastRow.at.toISOString(), lastRow.event_id])
        : null,
  }
}

const cursorSchema = z.tuple([sortTime, z.string().max(100)])

const subtractDays = ({ clock }: Context, days: number) =>
  new Date(clock.now().getTime() - days * millisecondsInDay)

type SecurityEventRow = Awaited<ReturnType<typeof listSecurityEvents>>[number]

function presentEvent(row: SecurityEventRow, undoableSince: Date): SecurityEvent {
  return {
    id: row.event_id,
    kind: row.kind,
    at: row.at.toISOString(),
    device: row.device_name,
    network: row.network,
    detail: row.detail,
    canUndo: row.at > undoableSince && !HARMLESS_KINDS.has(row.kind),
  }
}

/** Events that nobody has to undo: access that ended, or ends soon. */
const HARMLESS_KINDS: ReadonlySet<string> = new Set(['access.ended', 'api-key.expiring'])
