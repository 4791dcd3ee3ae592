import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { closeClient } from '../db/close-client.ts'
import type { PushLog } from './subscribers.ts'

export interface ListenerOptions {
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
export async function listen(options: ListenerOptions): Promise<{ close(): Promise<void> }> {
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
