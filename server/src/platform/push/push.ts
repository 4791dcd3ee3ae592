import type { Tx } from '../db/transact.ts'

/** A message for one account's browsers on one channel. A push is only a hint; everything works by polling, too. */
export interface PushMessage {
  channel: string
  accountId: string
  /** Anything JSON can say. Written down when published: later changes to the object do not count. */
  body: unknown
}

export interface Push {
  /** Sent when the transaction commits, never when it rolls back; reaches subscribers of every process. */
  publish(tx: Tx, message: PushMessage): Promise<void>
  /** Handler for one account and channel; returns how to stop. A handler that throws is logged, others go on. */
  subscribe(channel: string, accountId: string, handler: (body: unknown) => void): () => void
  /** Calls back when messages may have been lost, and what they told of has to be asked for; returns how to stop. */
  onGap(handler: () => void): () => void
  close(): Promise<void>
}

/** A body longer than this as JSON arrives as OVERSIZE instead: something changed, ask what. */
export const PUSH_BODY_MAX = 256 * 1024
export const OVERSIZE = { oversize: true }

/** The message as JSON of ASCII characters only, so that its length is its size in bytes in every encoding. */
export function serializeMessage({ channel, accountId, body }: PushMessage): string {
  const text = JSON.stringify(body) ?? 'null'
  const kept = text.length > PUSH_BODY_MAX ? OVERSIZE : body
  const whole = JSON.stringify({ channel, accountId, body: kept ?? null })
  return whole.replace(/[\u007f-\uffff]/g, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
