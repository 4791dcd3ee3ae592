import { randomUUID } from 'node:crypto'
import type { SecurityEventKind } from '#contract/security.ts'
import type { Context, Tx } from '#server/context.ts'
import { insertSecurityEvent } from './store.ts'

/** An act that concerns the security of an account. */
export interface SecurityEvent {
  accountId: string
  kind: SecurityEventKind
  /** Now by default. */
  at?: Date
  /** The session that did it, if one did. */
  grantId?: string | null
  /** Browser and system, 'Firefox, Windows'; see describeRequest. */
  deviceName?: string | null
  /** Shortened address; see describeRequest. */
  network?: string | null
  /** Facts of its kind, as the name of a key; never a secret. */
  detail?: Readonly<Record<string, string>>
}

/**
 * Records the event in the transaction of the act, so that no act is without its event and no event without its act;
 * returns its id.
 */
export async function recordSecurityEvent(
  ctx: Context,
  tx: Tx,
  { accountId, kind, at = ctx.clock.now(), grantId, deviceName, network, detail = {} }: SecurityEvent,
): Promise<string> {
  const eventId = randomUUID()
  await insertSecurityEvent(tx, {
    account_id: accountId,
    event_id: eventId,
    kind,
    at,
    grant_id: grantId ?? null,
    device_name: deviceName ?? null,
    network: network ?? null,
    detail: JSON.stringify(detail),
  })
  return eventId
}
