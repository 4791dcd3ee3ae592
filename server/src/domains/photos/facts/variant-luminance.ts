import type { Context } from '../../../context.ts'
import { BrokenPictureError } from '../../../platform/images/index.ts'
import { toVariantKey } from '../blob-keys.ts'

/** Reads the luminance of a photo's variant of 800 pixels; null without one, or when it is damaged. */
export async function readVariantLuminance(
  ctx: Context,
  photo: { account_id: string; photo_id: string },
): Promise<Uint8Array | null> {
  const bytes = await ctx.blobs.get(toVariantKey(photo, 800))
  if (!bytes) return null
  try {
    return await ctx.images.readLuminance(bytes)
  } catch (error) {
    if (!(error instanceof BrokenPictureError)) throw error
    ctx.log.warn(
      { photoId: photo.photo_id, reason: error.message },
      'variant is damaged, photo is not compared',
    )
    return null
  }
}
