import type { Tx } from '../db/transact.ts'

/** A message to one account's browsers on one channel. Push messages are hints: everything also works by polling. */
export interface PushMessage {
  channel: string
  accountId: string
  /** Any JSON value, serialized when published: later changes to the object have no effect. */
  body: unknown
}

export interface Push {
  /** Sent when the transaction commits, never when it rolls back; reaches subscribers of every process. */
  publish(tx: Tx, message: PushMessage): Promise<void>
  /**
   * Adds a handler for one account and channel; returns a function that removes it. Errors of a handler are only
   * logged.
   */
  subscribe(channel: string, accountId: string, handler: (body: unknown) => void): () => void
  /**
   * Adds a handler that is called when messages may have been lost and state must be fetched again. Returns a function
   * that removes it.
   */
  onGap(handler: () => void): () => void
  /**
   * Milliseconds since the last message to the account on the channel, as far as this process knows. State that was
   * read from the database within that time is current for a new subscriber.
   */
  quietMs(channel: string, accountId: string): number
  close(): Promise<void>
}

/** A body whose JSON is longer is replaced by OVERSIZE: the receiver must fetch what changed. */
export const PUSH_BODY_MAX = 256 * 1024
export const OVERSIZE_BODY = { oversize: true }

/**
 * Serializes the message as JSON of ASCII characters only, so that its length is its size in bytes in every encoding.
 */
export function serializeMessage({ channel, accountId, body }: PushMessage): string {
  const text = JSON.stringify(body) ?? 'null'
  const sentBody = text.length > PUSH_BODY_MAX ? OVERSIZE_BODY : body
  const payload = JSON.stringify({ channel, accountId, body: sentBody ?? null })
  return payload.replace(/[\u007f-\uffff]/g, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
