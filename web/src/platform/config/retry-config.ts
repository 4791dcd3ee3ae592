import { getConfig } from '#contract/brands.ts'
import { call } from '../http/call.ts'

const FIRST_DELAY_MS = 2000
const LONGEST_DELAY_MS = 30_000

/**
 * Requests config.json until it can be loaded, with growing delays and at once when the device is online again; then
 * calls `onLoaded`. Returns a function that tries at once.
 */
export function retryConfig(onLoaded: () => void): () => Promise<void> {
  let delay = FIRST_DELAY_MS
  let timer: ReturnType<typeof setTimeout>
  let isLoaded = false
  const attempt = async () => {
    clearTimeout(timer)
    try {
      await call(getConfig)
    } catch {
      // The failure was reported when the page started.
      clearTimeout(timer)
      delay = Math.min(delay * 2, LONGEST_DELAY_MS)
      timer = setTimeout(attempt, delay)
      return
    }
    if (isLoaded) return
    isLoaded = true
    removeEventListener('online', onOnline)
    onLoaded()
  }
  const onOnline = () => void attempt()
  addEventListener('online', onOnline)
  timer = setTimeout(attempt, delay)
  return attempt
}
