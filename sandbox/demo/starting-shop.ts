import { setTimeout as wait } from 'node:timers/promises'
import { RetailerError } from '#server/platform/retailer/retailer-error.ts'

/** Makes the first call to the stand-in shop: while it is starting `tries` times, twice a second. */
export async function callStartingShop<T>(call: () => Promise<T>, tries: number): Promise<T> {
  for (let tried = 1; ; tried++)
    try {
      return await call()
    } catch (error) {
      const isStarting = error instanceof RetailerError && error.kind === 'unavailable' && tried < tries
      if (!isStarting) throw error
      await wait(500)
    }
}
