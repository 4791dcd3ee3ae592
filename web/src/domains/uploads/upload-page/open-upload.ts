import type { AnyRouter } from '@tanstack/react-router'
import type { HostBrand } from '#contract/brands.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { toSafeLink } from '#web/platform/links/safe-link.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { toasts } from '#web/ui/toasts.ts'

/**
 * Navigates to the upload address with `album_id` and `return_to`, or opens the brand's app if there is one. Shows a toast if the configured address is invalid.
 */
export function openUpload({ router, addresses, albumId, text }: OpenUploadOptions): void {
  const returnTo = router.state.location.href
  const { upload, uploadApp } = addresses
  const address = upload === null ? null : createUploadLink(upload, albumId, location.origin + returnTo)
  if (address === undefined)
    return void toasts.add({ subject: 'upload', kind: 'error', text: text('upload.address-invalid') })
  const openUploadPage = () => {
    if (address !== null) return location.assign(address)
    void router.navigate({ to: PATHS.upload, search: { album_id: albumId, return_to: returnTo } })
  }
  const app = uploadApp && createAppLink(uploadApp, albumId, location.origin + returnTo)
  if (app) openApp(app, openUploadPage)
  else openUploadPage()
}

export interface OpenUploadOptions {
  router: AnyRouter
  addresses: Pick<HostBrand['addresses'], 'upload' | 'uploadApp'>
  albumId: string | undefined
  text: Texts['text']
}

/** Time after which the app counts as not installed. */
export const DEEP_LINK_FALLBACK_MS = 2000

/**
 * Returns the configured upload address with album and return address; undefined if it is not an http(s) URL.
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

interface DeepLinkEnvironment {
  navigate: (address: string) => void
  /** Calls `handler` when the page is hidden: the app has opened. Returns a function that removes the listener. */
  onHidden: (handler: () => void) => () => void
  schedule: (work: () => void, milliseconds: number) => () => void
}

/** Opens the app by its deep link; calls `fallback` if it has not opened within 2 s. */
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
