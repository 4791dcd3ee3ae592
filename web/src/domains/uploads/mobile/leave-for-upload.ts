import { safeLink } from '#web/platform/links/safe-link.ts'

/** An app's own address is given up after this time (PL-046, PL-197). */
export const DEEP_LINK_FALLBACK_MS = 2000

/** The configured upload address with what it needs to know; undefined if it is no http(s) one (PL-045, PL-047). */
export function uploadAddressFor(
  address: string,
  albumId: string | undefined,
  returnTo: string,
): string | undefined {
  const safe = safeLink(address)
  return safe && withTarget(safe, albumId, returnTo)
}

/** The app's address: any scheme but those that run or show something in this page. */
export function appAddressFor(
  address: string,
  albumId: string | undefined,
  returnTo: string,
): string | undefined {
  if (!URL.canParse(address) || UNSAFE.has(new URL(address).protocol)) return undefined
  return withTarget(address, albumId, returnTo)
}

const UNSAFE: ReadonlySet<string> = new Set(['javascript:', 'data:', 'blob:', 'file:', 'vbscript:'])

function withTarget(address: string, albumId: string | undefined, returnTo: string): string {
  const url = new URL(address)
  if (albumId) url.searchParams.set('album_id', albumId)
  url.searchParams.set('return_to', returnTo)
  return url.href
}

export interface SwitchWorld {
  go: (address: string) => void
  /** Calls back when the page goes out of sight: the app took over. Answers how to stop listening. */
  onHidden: (hidden: () => void) => () => void
  later: (work: () => void, milliseconds: number) => () => void
}

/** Tries the app and goes on with `fallback` when nothing happened within 2 s (PL-046). */
export function switchToApp(address: string, fallback: () => void, world: SwitchWorld = page): void {
  const cancel = world.later(() => {
    stopListening()
    fallback()
  }, DEEP_LINK_FALLBACK_MS)
  const stopListening = world.onHidden(() => {
    stopListening()
    cancel()
  })
  world.go(address)
}

const page: SwitchWorld = {
  go: address => location.assign(address),
  onHidden: hidden => {
    const look = () => {
      if (document.visibilityState === 'hidden') hidden()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  },
  later: (work, milliseconds) => {
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  },
}
