import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/** Like useState, with a value that is the same after coming back to the page, as from an order. */
export function useCachedState<T>(name: string, initial: T): readonly [T, (value: T) => void] {
  const queries = useQueryClient()
  const key = ['invoices', name]
  const [value, setValue] = useState(() => queries.getQueryData<T>(key) ?? initial)
  const set = (newValue: T) => {
    queries.setQueryData(key, newValue)
    setValue(newValue)
  }
  return [value, set]
}
