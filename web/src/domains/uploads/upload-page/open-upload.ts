import type { AnyRouter } from '@tanstack/react-router'
import type { HostBrand } from '#contract/brands.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { toasts } from '#web/ui/toasts.ts'
import { createAppLink, createUploadLink, openApp } from './upload-link.ts'

/**
 * Navigates to the upload address with `album_id` and `return_to` (PL-045, OP-11), or opens the brand's app if there is one
 * (PL-046). Shows a toast if the configured address is invalid (PL-047).
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
