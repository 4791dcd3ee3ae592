import { type Push, type PushMessage, serializeMessage } from './push.ts'
import { createSubscribers, type PushLog, processWarnings } from './subscribers.ts'

/** Creates a push within one process, for the embedded database. */
export function createLocalPush(log: PushLog = processWarnings): Push {
  const subscribers = createSubscribers(log)
  return {
    async publish(tx, message) {
      const text = serializeMessage(message)
      tx.afterCommit(() => subscribers.deliver(JSON.parse(text) as PushMessage))
    },
    subscribe: subscribers.subscribe,
    onGap: subscribers.onGap,
    quietMs: subscribers.quietMs,
    close: async () => subscribers.clear(),
  }
}
