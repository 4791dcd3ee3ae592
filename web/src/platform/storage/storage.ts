/** Whether local storage can be written and read. */
export function isStorageAvailable(open: () => Storage = () => localStorage): boolean {
  try {
    const storage = open()
    storage.setItem(PROBE, PROBE)
    const isReadBack = storage.getItem(PROBE) === PROBE
    storage.removeItem(PROBE)
    return isReadBack
  } catch {
    return false
  }
}

/** Reads a stored text; null if there is none or storage is blocked. */
export function readStoredText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** A value under one key. `read` returns undefined if it is missing, not JSON or not accepted by `accepts`. */
export interface StoredValue<T> {
  read: () => T | undefined
  /** False if it could not be stored (full or blocked storage). */
  write: (value: T) => boolean
  remove: () => void
}

export function createStoredValue<T>(
  key: string,
  accepts: (value: unknown) => value is T,
  open: () => Storage = () => localStorage,
): StoredValue<T> {
  return {
    read: () => {
      try {
        const value: unknown = JSON.parse(open().getItem(key) ?? 'null')
        return accepts(value) ? value : undefined
      } catch {
        return undefined
      }
    },
    write: value => {
      try {
        open().setItem(key, JSON.stringify(value))
        return true
      } catch {
        return false
      }
    },
    remove: () => {
      try {
        open().removeItem(key)
      } catch {
        // Blocked storage has nothing to remove.
      }
    },
  }
}

const PROBE = 'keepsake.probe'
