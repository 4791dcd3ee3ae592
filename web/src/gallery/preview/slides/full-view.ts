import type { Image } from '#contract/photos.ts'
import { getScreenSize, isMobile } from '#web/ui/screen-size.ts'

/** Whether the viewer loads all pixels of a photo (NX-255): up to 50 megapixels, on phones up to what their browsers decode. */
export function hasFullView({ visibleWidth, visibleHeight }: Image): boolean {
  const isPhone = isMobile(getScreenSize()) && matchMedia('(pointer: coarse)').matches
  return visibleWidth * visibleHeight <= (isPhone ? MAX_PHONE_PIXELS : MAX_PIXELS)
}

const MAX_PIXELS = 50_000_000
const MAX_PHONE_PIXELS = 16_777_216
