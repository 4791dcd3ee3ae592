import { isOutdated } from './build.ts'
import { LoadFailure, type LoadFailureReason } from './load-failure.ts'

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

/**
 * Records stylesheets that fail to load. Vite requests the stylesheet of a module once: the next import would evaluate
 * the module without its styles.
 */
function watchStyles(): void {
  // Adding the same listener again has no effect. Failures of links do not bubble, so it captures.
  addEventListener('error', recordFailure, true)
}

/** Requests the failed stylesheets again; rejects if one of them fails again. */
async function reloadFailedStyles(): Promise<void> {
  await Promise.all([...failedLinks].map(reload))
}

const failedLinks = new Set<HTMLLinkElement>()

function recordFailure({ target }: Event) {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedLinks.add(target)
}

function reload(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const newLink = link.cloneNode() as HTMLLinkElement
    newLink.addEventListener('load', () => resolve())
    newLink.addEventListener('error', () => reject(new Error(`Stylesheet not loaded: ${newLink.href}`)))
    failedLinks.delete(link)
    link.replaceWith(newLink)
  })
}
