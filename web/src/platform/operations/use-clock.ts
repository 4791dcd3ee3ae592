import { useSyncExternalStore } from 'react'
import { createListeners } from '../listeners/listeners.ts'

/** Returns what `read` says of the time now, a primitive value; renders again when that changes. */
export function useClock<T extends string | number | boolean | undefined>(read: () => T): T {
  return useSyncExternalStore(subscribeSeconds, read)
}

const SECOND_MS = 1000
const listeners = createListeners()
let timer: ReturnType<typeof setInterval> | undefined
let subscriberCount = 0

/** One timer for the page; every second, because timers stop while a computer sleeps. */
function subscribeSeconds(onSecond: () => void): () => void {
  const unsubscribe = listeners.subscribe(onSecond)
  subscriberCount++
  timer ??= setInterval(listeners.notify, SECOND_MS)
  return () => {
    unsubscribe()
    subscriberCount--
    if (subscriberCount > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
