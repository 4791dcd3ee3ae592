import { EventEmitter } from 'node:events'
import type { Log } from '../log/log.ts'
import type { Push, PushMessage } from './push.ts'
import { createQuietTimes } from './quiet-times.ts'

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
