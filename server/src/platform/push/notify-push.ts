import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/transact.ts'
import { listen } from './listener.ts'
import { createAssembler, splitPayload } from './payload-chunks.ts'
import { type Push, type PushMessage, serializeMessage } from './push.ts'
import { createSubscribers, type PushLog } from './subscribers.ts'

/**
 * Creates a push between processes by PostgreSQL's LISTEN/NOTIFY. The NOTIFY is part of the publisher's transaction, so
 * it is delivered after the commit or never. A payload has less than 8000 bytes: a longer message is sent as several
 * chunks of the same transaction and assembled by each listener, so that both kinds of push deliver the same bodies.
 * Each process has one connection for listening; while it is broken, messages are lost (they are only hints), and
 * `onGap` listeners are called once it is restored.
 */
export async function createNotifyPush(
  connectionString: string,
  log: PushLog,
  options: { random: () => number; topic?: string; heartbeatMs?: number; onListening?: () => void },
): Promise<Push> {
  const { topic = 'keepsake_push', heartbeatMs = 30_000, onListening = () => undefined } = options
  const subscribers = createSubscribers(log)
  const assembler = createAssembler()
  /** Payloads of a transaction, which are sent with one statement at its end. */
  const payloadsByTransaction = new WeakMap<Tx, string[]>()
  let wasListening = false
  const listener = await listen({
    connectionString,
    topic,
    log,
    heartbeatMs,
    random: options.random,
    onListening() {
      assembler.clear()
      if (wasListening) subscribers.gap()
      wasListening = true
      onListening()
    },
    onPayload(payload) {
      try {
        const text = assembler.add(payload)
        if (text !== null) subscribers.deliver(JSON.parse(text) as PushMessage)
      } catch (error) {
        // Any client of the database may notify the topic; a foreign payload must not end the process.
        log.warn({ err: error }, 'push payload not understood')
      }
    },
  })
  return {
    async publish(tx, message) {
      const payloads = splitPayload(randomUUID(), serializeMessage(message))
      const earlierPayloads = payloadsByTransaction.get(tx)
      if (earlierPayloads) {
        earlierPayloads.push(...payloads)
        return
      }
      payloadsByTransaction.set(tx, payloads)
      tx.beforeCommit(() =>
        sql`select pg_notify(${topic}, payload) from unnest(${payloads}::text[]) as payload`.execute(tx.db),
      )
    },
    subscribe: subscribers.subscribe,
    onGap: subscribers.onGap,
    quietMs: subscribers.quietMs,
    async close() {
      subscribers.clear()
      await listener.close()
    },
  }
}
