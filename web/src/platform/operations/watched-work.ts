import { createStore } from '#web/platform/listeners/listeners.ts'
import { createStoredValue } from '#web/platform/storage/storage.ts'

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(id => typeof id === 'string')

const storage = createStoredValue('keepsake.watched-work', isTextList, () => sessionStorage)

const store = createStore<readonly string[]>(storage.read() ?? [])

/**
 * Ids of work that the service continues after its call, which the page shows until its end is closed, also after a reload: of its
 * item of the activity, or of what its entry is about.
 */
export const watchedWork = {
  get: store.get,
  subscribe: store.subscribe,
  /** Shows work from now on. */
  add(...ids: string[]): void {
    const added = ids.filter(id => !store.get().includes(id))
    if (added.length > 0) write([...store.get(), ...added])
  },
  /** Shows nothing more. */
  clear(): void {
    write([])
  },
}

function write(ids: string[]): void {
  storage.write(ids)
  store.set(ids)
}
