import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { closeClient } from './close-client.ts'

export interface Heartbeat {
  /** True from the moment the database fell silent until it answers again. */
  away(): boolean
  /** Calls back once when the database falls silent; the answer ends that. */
  onUnresponsive(told: () => void): () => void
  close(): Promise<void>
}

/** Beats without an answer after which the database is away. */
const MISSED = 4

/**
 * Asks the database for a sign of life at every beat, on a connection of its own. A server that is stopped or cut off
 * without a word leaves queries waiting for as long as TCP pleases: after four beats without an answer it is away, and
 * the first answer ends that. Beats are counted, not milliseconds: a process that was busy itself does not take its own
 * delay for the database's.
 */
export function startHeartbeat(connect: () => pg.Client, beatMs: number): Heartbeat {
  const stopping = new AbortController()
  const listeners = new Set<() => void>()
  let missed = 0
  let client: pg.Client | null = null

  const beat = setInterval(() => {
    missed++
    if (missed % MISSED !== 0) return
    // A new connection may get through where this one hangs.
    client?.connection.stream.destroy()
    for (const told of [...listeners]) told()
  }, beatMs)
  beat.unref()
  const asking = ask()

  async function ask(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        client ??= await opened()
        await client.query('select 1')
        missed = 0
      } catch {
        client?.connection.stream.destroy()
        client = null
      }
      await wait(beatMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }

  async function opened(): Promise<pg.Client> {
    client = connect()
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  return {
    away: () => missed >= MISSED,
    onUnresponsive(told) {
      listeners.add(told)
      return () => listeners.delete(told)
    },
    async close() {
      stopping.abort()
      clearInterval(beat)
      if (client) await closeClient(client)
      await asking
    },
  }
}
