import type { Image } from '#contract/photos.ts'
import { saveFile } from '#web/platform/files/save-file.ts'

/**
 * Downloads one photo's original under its local file name (PL-107). Requests its first byte beforehand: a download that
 * the browser starts fails silently, this request rejects.
 */
export async function downloadPhoto(image: Image): Promise<void> {
  const probe = await fetch(image.url, { headers: { range: 'bytes=0-0' }, cache: 'no-store' })
  await probe.body?.cancel()
  if (!probe.ok) throw new Error(`Status Code: ${probe.status} Received for the photo's bytes`)
  saveFile(image.url, image.localFileName)
}
