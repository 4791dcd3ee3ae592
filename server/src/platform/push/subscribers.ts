import { EventEmitter } from 'node:events'
import type { Log } from '../log/log.ts'
import type { Push, PushMessage } from './push.ts'

export type PushLog = Pick<Log, 'warn' | 'error'>

export interface Subscribers {
  subscribe: Push['subscribe']
  onGap: Push['onGap']
  quietMs: Push['quietMs']
  deliver(message: PushMessage): void
  gap(): void
  clear(): void
}

const GAP = Symbol('gap')

/** Creates the handlers of this process. Every handler gets its own copy of the body. */
export function createSubscribers(log: PushLog): Subscribers {
  const events = new EventEmitter().setMaxListeners(0)
  const quietTimes = createQuietTimes()
  const toName = (channel: string, accountId: string) => JSON.stringify([channel, accountId])
  return {
    subscribe(channel, accountId, handler) {
      const guardedHandler = (body: unknown) => {
        try {
          handler(structuredClone(body))
        } catch (error) {
          log.error({ err: error, channel }, 'push handler failed')
        }
      }
      const name = toName(channel, accountId)
      events.on(name, guardedHandler)
      return () => {
        events.off(name, guardedHandler)
      }
    },
    onGap(handler) {
      events.on(GAP, handler)
      return () => {
        events.off(GAP, handler)
      }
    },
    quietMs: (channel, accountId) => quietTimes.quietMs(toName(channel, accountId)),
    gap: () => {
      quietTimes.reset()
      events.emit(GAP)
    },
    deliver({ channel, accountId, body }) {
      const name = toName(channel, accountId)
      quietTimes.recordMessage(name)
      events.emit(name, body)
    },
    clear: () => {
      events.removeAllListeners()
    },
  }
}

/** The default log: Node.js process warnings. */
export const processWarnings: PushLog = {
  warn: (fields: unknown) => process.emitWarning(describe(fields)),
  error: (fields: unknown) => process.emitWarning(describe(fields)),
}

function describe(fields: unknown): Error | string {
  const { err } = fields as { err?: unknown }
  return err instanceof Error ? err : String(err ?? fields)
}

/** The times since the last message of each name, for a process that receives the messages of all accounts. */
interface QuietTimes {
  /** Records that a message was delivered now. */
  recordMessage(name: string): void
  /**
   * Milliseconds since the last message, or since the time from which all messages are known; at least 0 and never too
   * long.
   */
  quietMs(name: string): number
  /** Discards all times, because messages may have been lost. */
  reset(): void
}

/**
 * `now` must be a monotonic clock in milliseconds. Keeps the last `max` names only; older messages count as unknown.
 */
export function createQuietTimes(now: () => number = () => performance.now(), max = 20_000): QuietTimes {
  /** Ordered by last message. */
  const lastMessageByName = new Map<string, number>()
  let knownSince = now()
  return {
    recordMessage(name) {
      lastMessageByName.delete(name)
      lastMessageByName.set(name, now())
      if (lastMessageByName.size <= max) return
      const [oldestKey, at] = lastMessageByName.entries().next().value!
      lastMessageByName.delete(oldestKey)
      knownSince = at
    },
    quietMs: name => Math.max(0, Math.floor(now() - (lastMessageByName.get(name) ?? knownSince))),
    reset() {
      lastMessageByName.clear()
      knownSince = now()
    },
  }
}
