import type { Context } from '../../context.ts'
import { BlobMissingError } from '../../platform/blobs/blobs.ts'
import type { Town } from '../../platform/gazetteer/gazetteer.ts'
import { openOriginal, type PhotoPosition, type UnplacedPhoto } from '../photos/index.ts'
import { getGazetteer } from './get-gazetteer.ts'

/**
 * Reads the positions of photos from their originals and finds their towns. Positions leave this function as towns only: none is
 * stored or logged (NX-216). A missing original counts as one without a position that is known.
 */
export async function readTowns(
  ctx: Context,
  accountId: string,
  photos: readonly UnplacedPhoto[],
): Promise<{ positions: PhotoPosition[]; towns: Town[] }> {
  if (photos.length === 0) return { positions: [], towns: [] }
  const gazetteer = await getGazetteer(ctx)
  const towns = new Map<number, Town>()
  const positions: PhotoPosition[] = []
  for (const photo of photos) {
    const found = await readPosition(ctx, { ...photo, account_id: accountId })
    if (found === 'missing') continue
    const town = found ? gazetteer.findTown(found) : undefined
    if (town) towns.set(town.placeId, town)
    positions.push({ photoId: photo.photo_id, hasPosition: found !== undefined, town })
  }
  return { positions, towns: [...towns.values()] }
}

async function readPosition(ctx: Context, photo: UnplacedPhoto & { account_id: string }) {
  try {
    return (await ctx.images.readPosition(openOriginal(ctx, photo), photo.content_type)) ?? undefined
  } catch (error) {
    if (error instanceof BlobMissingError) return 'missing'
    throw error
  }
}
