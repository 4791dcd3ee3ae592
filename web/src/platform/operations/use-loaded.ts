import { useEffect, useState } from 'react'

/** Returns the result of `load`, which is called once, at mount; undefined until it resolves, and if it rejects. */
export function useLoaded<T>(load: () => Promise<T>): T | undefined {
  const [result, setResult] = useState<T>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once.
  useEffect(() => {
    let unmounted = false
    load().then(
      value => {
        if (!unmounted) setResult(() => value)
      },
      () => {
        // The screen is shown without the result.
      },
    )
    return () => {
      unmounted = true
    }
  }, [])
  return result
}
