import type { LibraryPush } from '#contract/push.ts'
import { waitForFirstScreen } from '../lazy/first-screen.tsx'
import { lazyModule } from '../lazy/lazy-module.ts'
import type { Subscription } from './socket.ts'

type LibraryHandler = (message: LibraryPush) => void

/**
 * Subscribes to changes of the caller's library. All subscribers of the page share one socket, open while there is at
 * least one that is not `passive`: these only listen while it is open. 'ready' is passed on after a (re)connection if
 * changes may have been missed since the page was requested, or since the previous connection: refetch. If nothing has
 * changed it is not, so that nothing is requested twice. The socket's code is loaded after the first screen: a change
 * before it is connected counts as missed.
 */
export function subscribeLibrary(handler: LibraryHandler, { passive = false } = {}): Subscription {
  handlers.set(handler, passive)
  if (!passive) socket ??= openSocket()
  return {
    close: () => {
      handlers.delete(handler)
      if ([...handlers.values()].includes(false)) return
      socket?.close()
      socket = undefined
    },
  }
}

const loadSocket = lazyModule(() => import('./library-socket.ts'))
/** Handlers and whether they are passive. */
const handlers = new Map<LibraryHandler, boolean>()
let socket: Subscription | undefined

/** Opens the socket when its code is loaded, which is retried until it succeeds or the subscription is closed. */
function openSocket(): Subscription {
  let isClosed = false
  let openedSocket: Subscription | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  const open = () =>
    loadSocket().then(
      ({ openLibrarySocket }) => {
        if (!isClosed) openedSocket = openLibrarySocket(publish)
      },
      () => {
        if (!isClosed) retry = setTimeout(open, RETRY_MS)
      },
    )
  void waitForFirstScreen().then(() => {
    if (!isClosed) void open()
  })
  return {
    close: () => {
      isClosed = true
      clearTimeout(retry)
      openedSocket?.close()
    },
  }
}

function publish(message: LibraryPush) {
  for (const handler of [...handlers.keys()]) handler(message)
}

const RETRY_MS = 10_000
