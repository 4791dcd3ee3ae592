import type { Image } from '#contract/photos.ts'
import { getScreenSize, isMobile } from '#web/ui/screen-size.ts'

/** Whether the viewer loads all pixels of a photo: up to 50 megapixels, on phones up to what their browsers decode. */
export function hasFullView({ visibleWidth, visibleHeight }: Image): boolean {
  const isPhone = isMobile(getScreenSize()) && matchMedia('(pointer: coarse)').matches
  return visibleWidth * visibleHeight <= (isPhone ? MAX_PHONE_PIXELS : MAX_PIXELS)
}

/** Whether a variant is the middle of a photo: its ratio is another one, beyond rounding. */
export function isCut(
  { width, height }: Image['thumbnails'][number],
  { visibleWidth, visibleHeight }: Image,
) {
  const share = (width * visibleHeight) / (height * visibleWidth)
  return share < 0.95 || share > 1.05
}

const MAX_PIXELS = 50_000_000
const MAX_PHONE_PIXELS = 16_777_216
