import { isSaveDataRequested } from '../network/save-data.ts'

/** Loads `load` when the page is idle, if it has not been loaded by then and `isWanted`, which is asked then. */
export function preloadWhenIdle(load: Load, isWanted: () => boolean = () => true): void {
  pendingLoads.set(load, isWanted)
}

/**
 * Loads all code that waits for an idle page, one module after the other, until `signal` aborts. Begins when the page
 * has been quiet for QUIET_MS, so that it never competes with what the customer waits for; not at all where the browser
 * asks to save data. Waits while the device is offline, and ends with the first failure otherwise.
 */
export async function startIdlePreload(isQuiet: () => boolean, signal: AbortSignal): Promise<void> {
  if (isSaveDataRequested()) return
  let quietMs = 0
  // A loaded module may add its own parts.
  while (findWantedLoad() && !signal.aborted) {
    await waitForIdle(POLL_MS * (quietMs > QUIET_MS ? 0 : 1), 1000)
    quietMs = isQuiet() && navigator.onLine ? quietMs + POLL_MS : 0
    if (quietMs <= QUIET_MS) continue
    const load = findWantedLoad()
    if (!load) return
    const isWanted = pendingLoads.get(load)!
    pendingLoads.delete(load)
    try {
      await load()
    } catch {
      // The control that needs it loads it again and reports a failure.
      if (navigator.onLine) return
      pendingLoads.set(load, isWanted)
    }
  }
  if (!findWantedLoad()) performance.mark(PRELOADED)
}

function findWantedLoad(): Load | undefined {
  for (const [load, isWanted] of pendingLoads) if (isWanted()) return load
  return undefined
}

type Load = () => Promise<unknown>

/** Mark of the page's timeline, for measurements and tests: all code is loaded. */
const PRELOADED = 'keepsake.preloaded'

const QUIET_MS = 1000
const POLL_MS = 250
const pendingLoads = new Map<Load, () => boolean>()

/** Resolves after `ms`, when the browser is idle or `timeout` ms later. Safari has no requestIdleCallback. */
export function waitForIdle(ms: number, timeout: number): Promise<void> {
  return new Promise(resolve => {
    setTimeout(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout })
      else resolve()
    }, ms)
  })
}
