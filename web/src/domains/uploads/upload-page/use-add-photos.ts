import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { isMobile, useScreenSize } from '#web/ui/screen-size.ts'
import { toasts } from '#web/ui/toasts.ts'
import { appLink, openApp, uploadLink } from './upload-link.ts'

/**
 * The handler of 'Add photos'. Calls `openModal` on large screens; on mobile it navigates to the upload address with
 * `album_id` and `return_to` (PL-045, OP-11), or opens the brand's app if there is one (PL-046). Shows a toast if the
 * configured address is invalid (PL-047).
 */
export function useAddPhotos(openModal: () => void, albumId?: string): () => void {
  const { text } = useTexts()
  const router = useRouter()
  const mobile = isMobile(useScreenSize())
  const { upload, uploadApp } = useConfig().brand.addresses
  return useCallback(() => {
    if (!mobile) return openModal()
    const back = router.state.location.href
    const address = upload === null ? null : uploadLink(upload, albumId, location.origin + back)
    if (address === undefined)
      return void toasts.add({ subject: 'upload', kind: 'error', text: text('upload.address-invalid') })
    const openUploadPage = () => {
      if (address !== null) return location.assign(address)
      void router.navigate({ to: PATHS.upload, search: { album_id: albumId, return_to: back } })
    }
    const app = uploadApp && appLink(uploadApp, albumId, location.origin + back)
    if (app) openApp(app, openUploadPage)
    else openUploadPage()
  }, [mobile, openModal, router, upload, uploadApp, albumId, text])
}
