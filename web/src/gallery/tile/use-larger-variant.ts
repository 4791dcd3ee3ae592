import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import type { Image } from '#contract/photos.ts'
import { lazyModule } from '#web/platform/lazy/lazy-module.ts'
import { getScreenSize, isMobile } from '#web/ui/screen-size.ts'

const loadLargerVariants = lazyModule(() => import('./larger-variants.ts'))

/**
 * Returns the address of the larger variant of a tile's picture when it is decoded. It is requested when `ready`: after the small
 * one and the first screen are shown; on small and medium screens never (PL-037).
 */
export function useLargerVariant(image: Image, small: RefObject<HTMLImageElement | null>, ready: boolean) {
  const queries = useQueryClient()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!ready || url || isMobile(getScreenSize())) return
    const controller = new AbortController()
    const { signal } = controller
    loadLargerVariants().then(
      ({ requestLargerVariant }) =>
        small.current && requestLargerVariant({ image, small: small.current, queries, show: setUrl, signal }),
      // Without its code the small picture stays.
      () => {},
    )
    return () => controller.abort()
  }, [image, small, ready, url, queries])
  return url
}
