import { requestPictures } from '#web/gallery/index.ts'
import type { FirstScreenInOrder } from './first-screen.ts'

/**
 * Requests the pictures of the timeline's first photos when their addresses are known, while the screen is not rendered
 * yet: as many as the smallest window shows.
 */
export function requestFirstPictures({ data }: FirstScreenInOrder): void {
  requestPictures(data.months.flatMap(({ page }) => page.images).slice(0, PICTURES_PER_PHONE_ROW))
}

const PICTURES_PER_PHONE_ROW = 3
