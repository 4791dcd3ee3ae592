import { useState } from 'react'
import { createStoredValue } from './storage.ts'

/** State of a screen that going back and a reload of the tab find again; `initial` where nothing is stored that is accepted. */
export function useTabState<T>(
  key: string,
  accepts: (value: unknown) => value is T,
  initial: T,
): [value: T, set: (value: T) => void] {
  const [stored] = useState(() => createStoredValue(key, accepts, () => sessionStorage))
  const [value, setValue] = useState(() => stored.read() ?? initial)
  const set = (next: T) => {
    stored.write(next)
    setValue(next)
  }
  return [value, set]
}
