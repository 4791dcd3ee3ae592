import { buffer } from 'node:stream/consumers'
import type { Context } from '../../../context.ts'
import type { RandomAccess } from '../../../platform/images/index.ts'
import { toOriginalKey } from '../blob-keys.ts'

/** Opens the original of a photo for reading parts of it: its metadata are a few kilobytes of some megabytes. */
export function openOriginal(
  { blobs }: Pick<Context, 'blobs'>,
  photo: Parameters<typeof toOriginalKey>[0] & { size: string | number },
): RandomAccess {
  const size = Number(photo.size)
  const key = toOriginalKey(photo)
  return {
    size,
    async read(offset, length) {
      const end = Math.min(offset + length, size)
      return end > offset ? await buffer(blobs.read(key, { start: offset, end: end - 1 })) : new Uint8Array()
    },
  }
}
