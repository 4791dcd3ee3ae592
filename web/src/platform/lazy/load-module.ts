import { isOutdated } from './build.ts'
import { LoadFailure, type LoadFailureReason } from './load-failure.ts'
import { reloadFailedStyles, watchStyles } from './styles.ts'

/**
 * Loads code on demand, after a failure again at growing intervals. Rejects with a LoadFailure: at once when offline or
 * when a newer build is deployed, else after the last attempt.
 */
export async function loadModule<T>(load: () => Promise<T>): Promise<T> {
  watchStyles()
  for (const wait of [...RETRY_AFTER_MS, null]) {
    try {
      await reloadFailedStyles()
      return await load()
    } catch (error) {
      const reason = await findReason()
      if (reason !== 'failed' || wait === null) throw new LoadFailure(reason, error)
      await new Promise(resolve => setTimeout(resolve, wait))
    }
  }
  throw new Error('unreachable')
}

const RETRY_AFTER_MS = [500, 1500]

async function findReason(): Promise<LoadFailureReason> {
  if (!navigator.onLine) return 'offline'
  // Without a response the connection or the server is gone, which a later attempt may find restored.
  const outdated = await isOutdated().catch(() => false)
  return outdated ? 'outdated' : 'failed'
}
