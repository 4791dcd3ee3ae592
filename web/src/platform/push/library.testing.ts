import type { LibraryPush } from '#contract/push.ts'

const handlers = new Set<(message: LibraryPush) => void>()

/** In place of the library socket: replace '#web/platform/push/library.ts' by this module. */
export function subscribeLibrary(handler: (message: LibraryPush) => void) {
  handlers.add(handler)
  return { close: () => void handlers.delete(handler) }
}

/** Sends a message to all subscribers. */
export function push(message: LibraryPush): void {
  for (const handler of [...handlers]) handler(message)
}

/** True when there is no subscriber. */
export const isUnsubscribed = (): boolean => handlers.size === 0
