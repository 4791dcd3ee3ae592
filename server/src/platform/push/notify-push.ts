import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { closeClient } from '../db/close-client.ts'
import type { Tx } from '../db/transact.ts'
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

/** PostgreSQL refuses a NOTIFY payload of 8000 bytes and more; the rest is for the head of a chunk. */
const CHUNK_MAX = 7_900

const CHUNK_HEAD = /^([0-9a-f-]{36}):(\d+):(\d+):/

/** Most incomplete messages; more than a few exist only after chunks were lost. */
const INCOMPLETE_MAX = 100

/** Splits ASCII text into payloads of less than 8000 bytes, each with the message id, its index and the count. */
function splitPayload(id: string, text: string): string[] {
  const count = Math.max(1, Math.ceil(text.length / CHUNK_MAX))
  return Array.from(
    { length: count },
    (_, i) => `${id}:${i}:${count}:${text.slice(i * CHUNK_MAX, (i + 1) * CHUNK_MAX)}`,
  )
}

/** Assembles chunks: `add` returns the text with its last chunk; null before, and for a payload that is not a chunk. */
function createAssembler(): { add(payload: string): string | null; clear(): void } {
  const chunksByMessage = new Map<string, (string | undefined)[]>()
  return {
    add(payload) {
      const [head, id, index, count] = CHUNK_HEAD.exec(payload) ?? []
      if (head === undefined) return null
      const content = payload.slice(head.length)
      if (count === '1') return content
      const chunks = chunksByMessage.get(id!) ?? Array<string | undefined>(Number(count)).fill(undefined)
      chunks[Number(index)] = content
      chunksByMessage.set(id!, chunks)
      if (chunks.includes(undefined)) {
        if (chunksByMessage.size > INCOMPLETE_MAX)
          chunksByMessage.delete(chunksByMessage.keys().next().value!)
        return null
      }
      chunksByMessage.delete(id!)
      return chunks.join('')
    },
    clear: () => chunksByMessage.clear(),
  }
}

interface ListenerOptions {
  connectionString: string
  topic: string
  log: PushLog
  heartbeatMs: number
  /** At least 0 and below 1. */
  random: () => number
  /** Called each time listening starts: at the first connection and after each reconnect. */
  onListening(): void
  onPayload(payload: string): void
}

const MIN_DELAY_MS = 100
const MAX_DELAY_MS = 10_000

/**
 * Listens on a dedicated connection. The first connect must succeed; a connection that breaks later, or no longer
 * answers the heartbeat, is replaced with back-off: 0.1 s, 0.2 s and so on up to 10 s. Messages in between are lost.
 */
async function listen(options: ListenerOptions): Promise<{ close(): Promise<void> }> {
  const stopping = new AbortController()
  let connection = await connect(options)
  const listenLoop = keepListening()

  async function keepListening(): Promise<void> {
    for (;;) {
      options.onListening()
      const reason = await connection.broken
      await connection.end()
      if (stopping.signal.aborted) return
      options.log.warn({ err: reason }, 'push connection lost, connecting again')
      const newConnection = await reconnect()
      if (!newConnection) return
      connection = newConnection
      // `close` has stopped the broken connection only.
      if (stopping.signal.aborted) return connection.end()
    }
  }

  async function reconnect(): Promise<Connection | null> {
    for (let delay = MIN_DELAY_MS; ; delay = Math.min(delay * 2, MAX_DELAY_MS)) {
      try {
        // Jitter, so that processes do not reconnect at the same moment.
        await wait(delay * (0.5 + options.random() / 2), undefined, { signal: stopping.signal })
      } catch {
        return null
      }
      try {
        return await connect(options)
      } catch (error) {
        options.log.warn({ err: error }, 'push connection failed')
      }
    }
  }

  return {
    async close() {
      stopping.abort()
      connection.stop()
      await listenLoop
    },
  }
}

interface Connection {
  /** Resolves with the reason once the connection is broken or stopped. */
  broken: Promise<unknown>
  stop(): void
  end(): Promise<void>
}

async function connect({
  connectionString,
  topic,
  heartbeatMs,
  onPayload,
}: ListenerOptions): Promise<Connection> {
  const client = new pg.Client({
    connectionString,
    application_name: topic,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    query_timeout: heartbeatMs,
  })
  const brokenPromise = Promise.withResolvers<unknown>()
  client.on('error', error => brokenPromise.resolve(error))
  client.on('end', () => brokenPromise.resolve(new Error('The connection ended')))
  client.on('notification', ({ payload }) => payload && onPayload(payload))
  try {
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(topic)}`)
  } catch (error) {
    await closeClient(client)
    throw error
  }
  // A connection that only listens detects no dead peer, and firewalls drop it when idle.
  const heartbeat = setInterval(() => {
    client.query('select 1').catch(error => brokenPromise.resolve(error))
  }, heartbeatMs)
  heartbeat.unref()
  return {
    broken: brokenPromise.promise,
    stop: () => brokenPromise.resolve(new Error('Stopped')),
    async end() {
      clearInterval(heartbeat)
      await closeClient(client)
    },
  }
}
