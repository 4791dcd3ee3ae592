import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { closeClient } from './close-client.ts'
import { DatabaseUnavailableError } from './error-codes.ts'

export interface Heartbeat {
  /** True from the fourth missed beat until the next answer. */
  isUnresponsive(): boolean
  /** Calls the listener whenever the database becomes unresponsive; returns a function that removes the listener. */
  onUnresponsive(listener: () => void): () => void
  /** Resolves with the next answer; rejects when the beat fails or the database is unresponsive. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Missed beats after which the database counts as unresponsive. */
const MISSED_BEATS_MAX = 4
/** Skipped beats after which one is sent nevertheless, because firewalls drop silent connections. */
const SKIPPED_BEATS_MAX = 60

/**
 * Queries the database every `beatMs` on a dedicated connection while `isAwaited` reports waiting callers, else every
 * sixtieth time. A server that is suspended or disconnected without a TCP reset leaves queries waiting for the TCP
 * timeout: after four missed beats it counts as unresponsive, until its first answer. Beats are counted instead of
 * milliseconds, so that a busy event loop of this process is not mistaken for a slow database.
 */
export function startHeartbeat(
  connect: () => pg.Client,
  { beatMs, isAwaited }: { beatMs: number; isAwaited: () => boolean },
): Heartbeat {
  const stopping = new AbortController()
  const listeners = new Set<() => void>()
  let missedBeats = 0
  // The first beat of a connection is sent at once, because a connection that is opened after others were cut off
  // proves nothing about them.
  let skippedBeats = SKIPPED_BEATS_MAX
  let client: pg.Client | null = null
  let checks: PromiseWithResolvers<void>[] = []

  // Each beat is a new query, so that short statements do not add up to an unresponsive database.
  const isDue = () => missedBeats > 0 || skippedBeats >= SKIPPED_BEATS_MAX || checks.length > 0 || isAwaited()
  const endChecks = (end: (check: PromiseWithResolvers<void>) => void) => {
    const endedChecks = checks
    checks = []
    for (const check of endedChecks) end(check)
  }
  const failChecks = (error: unknown) => endChecks(check => check.reject(error))

  const beatTimer = setInterval(() => {
    if (!isDue()) {
      skippedBeats++
      return
    }
    missedBeats++
    if (missedBeats % MISSED_BEATS_MAX !== 0) return
    // A new connection may succeed where this one hangs.
    client?.connection.stream.destroy()
    for (const listener of [...listeners]) listener()
    failChecks(new DatabaseUnavailableError('The database does not answer'))
  }, beatMs)
  beatTimer.unref()
  void queryRepeatedly()

  async function queryRepeatedly(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (isDue()) await query()
      await wait(beatMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }

  async function query(): Promise<void> {
    try {
      client ??= await openClient()
      await client.query('select 1')
      missedBeats = 0
      skippedBeats = 0
      endChecks(check => check.resolve())
    } catch (error) {
      client?.connection.stream.destroy()
      client = null
      failChecks(error)
    }
  }

  async function openClient(): Promise<pg.Client> {
    client = connect()
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  return {
    isUnresponsive: () => missedBeats >= MISSED_BEATS_MAX,
    onUnresponsive(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    check() {
      const check = Promise.withResolvers<void>()
      checks.push(check)
      return check.promise
    },
    async close() {
      stopping.abort()
      failChecks(new DatabaseUnavailableError('The database is closed'))
      clearInterval(beatTimer)
      // The loop is not awaited: the promise of a client that is closed while it connects is never settled.
      if (client) await closeClient(client)
    },
  }
}
