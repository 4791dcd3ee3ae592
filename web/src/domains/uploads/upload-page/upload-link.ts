import { toSafeLink } from '#web/platform/links/safe-link.ts'

/** Time after which the app counts as not installed (PL-046, PL-197). */
export const DEEP_LINK_FALLBACK_MS = 2000

/**
 * Returns the configured upload address with album and return address; undefined if it is not an http(s) URL (PL-045,
 * PL-047).
 */
export function createUploadLink(
  address: string,
  albumId: string | undefined,
  returnTo: string,
): string | undefined {
  const safeAddress = toSafeLink(address)
  return safeAddress && withTarget(safeAddress, albumId, returnTo)
}

/**
 * Returns the app's deep link with album and return address; undefined if it is invalid, or has a scheme that the page
 * would run or show.
 */
export function createAppLink(
  address: string,
  albumId: string | undefined,
  returnTo: string,
): string | undefined {
  if (!URL.canParse(address) || UNSAFE_PROTOCOLS.has(new URL(address).protocol)) return undefined
  return withTarget(address, albumId, returnTo)
}

const UNSAFE_PROTOCOLS: ReadonlySet<string> = new Set(['javascript:', 'data:', 'blob:', 'file:', 'vbscript:'])

function withTarget(address: string, albumId: string | undefined, returnTo: string): string {
  const url = new URL(address)
  if (albumId) url.searchParams.set('album_id', albumId)
  url.searchParams.set('return_to', returnTo)
  return url.href
}

export interface DeepLinkEnvironment {
  navigate: (address: string) => void
  /** Calls `handler` when the page is hidden: the app has opened. Returns a function that removes the listener. */
  onHidden: (handler: () => void) => () => void
  schedule: (work: () => void, milliseconds: number) => () => void
}

/** Opens the app by its deep link; calls `fallback` if it has not opened within 2 s (PL-046). */
export function openApp(
  address: string,
  fallback: () => void,
  environment: DeepLinkEnvironment = browser,
): void {
  const cancel = environment.schedule(() => {
    stopListening()
    fallback()
  }, DEEP_LINK_FALLBACK_MS)
  const stopListening = environment.onHidden(() => {
    stopListening()
    cancel()
  })
  environment.navigate(address)
}

const browser: DeepLinkEnvironment = {
  navigate: address => location.assign(address),
  onHidden: handler => {
    const check = () => {
      if (document.visibilityState === 'hidden') handler()
    }
    document.addEventListener('visibilitychange', check)
    return () => document.removeEventListener('visibilitychange', check)
  },
  schedule: (work, milliseconds) => {
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  },
}
