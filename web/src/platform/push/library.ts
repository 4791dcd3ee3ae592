import { type LibraryPush, libraryPush } from '#contract/push.ts'
import { type Subscription, subscribe } from './socket.ts'

type LibraryHandler = (message: LibraryPush) => void

/**
 * Subscribes to changes of the caller's library. All subscribers of the page share one socket, open while there is at
 * least one. 'ready' is sent after every (re)connection: refetch, because changes may have been missed.
 */
export function subscribeLibrary(handler: LibraryHandler): Subscription {
  handlers.add(handler)
  socket ??= subscribe('/library', receive)
  return {
    close: () => {
      handlers.delete(handler)
      if (handlers.size > 0) return
      socket?.close()
      socket = undefined
    },
  }
}

const handlers = new Set<LibraryHandler>()
let socket: Subscription | undefined

function receive(message: unknown) {
  const parsed = libraryPush.safeParse(message)
  // A message type that this version of the page does not know is ignored.
  if (parsed.success) for (const handler of [...handlers]) handler(parsed.data)
}
