import { type LibraryPush, libraryPush } from '#contract/push.ts'
import { type Subscription, subscribe } from './socket.ts'

type LibraryHandler = (message: LibraryPush) => void

/**
 * Tells what changes in the caller's library. One socket serves all subscribers of the page; it is open while there is
 * one. 'ready' comes after every (re)connection: ask for what may have been missed.
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
  // A kind of message this page does not know yet is none of its business.
  if (parsed.success) for (const handler of [...handlers]) handler(parsed.data)
}
