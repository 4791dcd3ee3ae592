import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyModule } from '#web/platform/lazy/lazy-module.ts'
import { publishLoadFailure } from '#web/platform/lazy/load-failure.ts'
import { isMobile, useScreenSize } from '#web/ui/screen-size.ts'

const loadOpenUpload = lazyModule(() => import('./open-upload.ts').then(({ openUpload }) => openUpload))

/**
 * Returns the handler of 'Add photos'. Calls `openModal` on large screens; on mobile it opens the brand's app or the
 * upload address.
 */
export function useAddPhotos(openModal: () => void, albumId?: string): () => void {
  const { text } = useTexts()
  const router = useRouter()
  const mobile = isMobile(useScreenSize())
  const { addresses } = useConfig().brand
  return useCallback(() => {
    if (mobile)
      loadOpenUpload().then(
        openUpload => openUpload({ router, addresses, albumId, text }),
        publishLoadFailure,
      )
    else openModal()
  }, [mobile, openModal, router, addresses, albumId, text])
}
