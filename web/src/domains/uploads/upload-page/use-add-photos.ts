import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { isMobile, useScreenSize } from '#web/ui/screen-size.ts'
import { toasts } from '#web/ui/toasts.ts'
import { appLink, openApp, uploadLink } from './upload-link.ts'

/**
 * What 'Add photos' does here: on large screens `openModal`; on mobile it leads to the upload address with `album_id`
 * and the way back (PL-045, OP-11), by the brand's app where there is one (PL-046). An address that is none starts
 * nothing and says so (PL-047).
 */
export function useAddPhotos(openModal: () => void, albumId?: string): () => void {
  const { text } = useTexts()
  const router = useRouter()
  const mobile = isMobile(useScreenSize())
  const { upload, uploadApp } = useConfig().brand.addresses
  return useCallback(() => {
    if (!mobile) return openModal()
    const back = router.state.location.href
    const web = upload === null ? null : uploadLink(upload, albumId, location.origin + back)
    if (web === undefined) return void toasts.add({ kind: 'error', text: text('upload.address-invalid') })
    const go = () => {
      if (web !== null) return location.assign(web)
      void router.navigate({ to: PATHS.upload, search: { album_id: albumId, return_to: back } })
    }
    const app = uploadApp && appLink(uploadApp, albumId, location.origin + back)
    if (app) openApp(app, go)
    else go()
  }, [mobile, openModal, router, upload, uploadApp, albumId, text])
}
