import { useState } from 'react'

/** Returns the value, or while it is undefined the last one that was not: a form stays open when its query loses it. */
export function useLastDefined<T extends object>(value: T | undefined): T | undefined {
  const [lastValue, setLastValue] = useState(value)
  if (value !== undefined && value !== lastValue) setLastValue(value)
  return value ?? lastValue
}
