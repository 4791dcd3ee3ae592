import { type LibraryPush, libraryPush } from '#contract/push.ts'
import { createMissedChangesCheck } from './missed-changes.ts'
import { type Subscription, subscribe } from './socket.ts'

/** Opens the socket of the caller's library; see subscribeLibrary. */
export function openLibrarySocket(receive: (message: LibraryPush) => void): Subscription {
  return subscribe('/library', message => {
    const parsed = libraryPush.safeParse(message)
    // A message type that this version of the page does not know is ignored.
    if (!parsed.success) return
    const { data } = parsed
    if (data.type === 'ready' && !mayHaveMissed(data.quietMs)) return
    receive(data)
  })
}

const mayHaveMissed = createMissedChangesCheck()
