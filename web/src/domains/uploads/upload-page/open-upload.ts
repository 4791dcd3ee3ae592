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
  const toLink = (address: string) => withTarget(address, albumId, location.origin + returnTo)
  const address = upload === null ? null : toSafeLink(upload)
  if (address === undefined)
    return void toasts.add({ subject: 'upload', kind: 'error', text: text('upload.address-invalid') })
  const openUploadPage = () => {
    if (address !== null) return location.assign(toLink(address))
    void router.navigate({ to: PATHS.upload, search: { album_id: albumId, return_to: returnTo } })
  }
  if (uploadApp && isAppAddress(uploadApp)) openApp(toLink(uploadApp), openUploadPage)
  else openUploadPage()
}

export interface OpenUploadOptions {
  router: AnyRouter
  addresses: Pick<HostBrand['addresses'], 'upload' | 'uploadApp'>
  albumId: string | undefined
  text: Texts['text']
}

/** Time after which the app counts as not installed. */
const DEEP_LINK_FALLBACK_MS = 2000

/** Whether it is an address of a scheme that the page would neither run nor show. */
const isAppAddress = (address: string) =>
  URL.canParse(address) && !UNSAFE_PROTOCOLS.has(new URL(address).protocol)

const UNSAFE_PROTOCOLS: ReadonlySet<string> = new Set(['javascript:', 'data:', 'blob:', 'file:', 'vbscript:'])

function withTarget(address: string, albumId: string | undefined, returnTo: string): string {
  const url = new URL(address)
  if (albumId) url.searchParams.set('album_id', albumId)
  url.searchParams.set('return_to', returnTo)
  return url.href
}

/** Opens the app by its deep link; calls `fallback` if it has not opened within 2 s. */
function openApp(address: string, fallback: () => void): void {
  const timer = setTimeout(() => {
    stopListening()
    fallback()
  }, DEEP_LINK_FALLBACK_MS)
  const checkOpened = () => {
    // The app has opened: the page is hidden.
    if (document.visibilityState !== 'hidden') return
    stopListening()
    clearTimeout(timer)
  }
  const stopListening = () => document.removeEventListener('visibilitychange', checkOpened)
  document.addEventListener('visibilitychange', checkOpened)
  location.assign(address)
}
