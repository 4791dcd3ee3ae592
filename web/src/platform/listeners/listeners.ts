/** Creates the listeners of a state outside React; `subscribe` is one for useSyncExternalStore. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    notify() {
      for (const listener of [...listeners]) listener()
    },
    /** Returns a function that removes the listener. */
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Creates a state outside React; components read it with useSyncExternalStore. */
export function createStore<T>(initial: T) {
  const { notify, subscribe } = createListeners()
  let value = initial
  return {
    get: () => value,
    set(next: T) {
      value = next
      notify()
    },
    subscribe,
  }
}
