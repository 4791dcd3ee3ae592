import { type Push, type PushMessage, serializeMessage } from './push.ts'
import { createSubscribers, type PushLog, processWarnings } from './subscribers.ts'

/** Push inside one process, as the embedded database has only one. */
export function createLocalPush(log: PushLog = processWarnings): Push {
  const subscribers = createSubscribers(log)
  return {
    async publish(tx, message) {
      const text = serializeMessage(message)
      tx.afterCommit(() => subscribers.deliver(JSON.parse(text) as PushMessage))
    },
    subscribe: subscribers.subscribe,
    onGap: subscribers.onGap,
    close: async () => subscribers.clear(),
  }
}
