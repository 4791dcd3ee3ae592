import type { Image } from '#contract/photos.ts'
import { saveFile } from './save-file.ts'

export interface PhotoWorld {
  fetch: typeof fetch
  save: (url: string, name: string) => void
}

/**
 * Downloads one photo's untouched bytes under its local file name (PL-107), by its address, which is new and has just
 * given its first byte: a download that would fail in the browser's list fails here, where one is told. Rejects then.
 */
export async function downloadPhoto(
  image: Image,
  { fetch: get, save }: PhotoWorld = pageWorld,
): Promise<void> {
  const probe = await get(image.url, { headers: { range: 'bytes=0-0' }, cache: 'no-store' })
  await probe.body?.cancel()
  if (!probe.ok) throw new Error(`Status Code: ${probe.status} Received for the photo's bytes`)
  save(image.url, image.localFileName)
}

const pageWorld: PhotoWorld = { fetch: (...args) => fetch(...args), save: saveFile }
