import type { Context } from '../../../context.ts'
import { BrokenPictureError } from '../../../platform/images/index.ts'
import { toVariantKey } from '../blob-keys.ts'

/** Reads something from a photo's stored variant of 800 pixels; null without one, or when it is damaged. */
export async function readVariant<Read>(
  ctx: Context,
  photo: { account_id: string; photo_id: string },
  read: (variant: Uint8Array) => Promise<Read>,
): Promise<Read | null> {
  const bytes = await ctx.blobs.get(toVariantKey(photo, 800))
  if (!bytes) return null
  try {
    return await read(bytes)
  } catch (error) {
    if (!(error instanceof BrokenPictureError)) throw error
    ctx.log.warn({ photoId: photo.photo_id, reason: error.message }, 'variant is damaged, and was not read')
    return null
  }
}

/** Reads the luminance of a photo's picture; null where it cannot be read. */
export const readVariantLuminance = (
  ctx: Context,
  photo: { account_id: string; photo_id: string },
): Promise<Uint8Array | null> => readVariant(ctx, photo, ctx.images.readLuminance)
