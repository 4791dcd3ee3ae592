import type { StoredPicture } from '#contract/stored-pictures.ts'
import type { Context, Reader } from '../../context.ts'
import type { TokenLifetime } from '../../platform/signing/signing.ts'
import { listPictures, type PictureRow } from './store.ts'

/** Like addresses of photos (OP-33): works for an hour, and stays the same for half an hour. */
const LIFETIME: TokenLifetime = { seconds: 3600, window: 1800 }

export const PICTURE_ROUTE = '/media/stored-pictures/:token'

const SCOPE = 'stored-picture:'

type SigningContext = Pick<Context, 'signer' | 'clock'>

/** Picture id and expiry of a token; null if the token was altered, has expired or is of another kind. */
export function readPictureToken({ signer, clock }: SigningContext, token: string) {
  const verified = signer.verify(token, clock.now())
  if (!verified?.scope.startsWith(SCOPE)) return null
  return { pictureId: verified.scope.slice(SCOPE.length), expires: verified.expires }
}

export function presentPicture(
  ctx: SigningContext,
  origin: string,
  { picture_id, content_type, created_at }: PictureRow,
): StoredPicture {
  return {
    id: picture_id,
    url: signAddress(ctx, origin, picture_id),
    contentType: content_type,
    createdAt: created_at.toISOString(),
  }
}

/** Finds addresses of the account's pictures among these ids; pictures that have not arrived have none. */
export async function findPictureAddresses(
  ctx: SigningContext,
  db: Reader,
  { accountId, origin }: { accountId: string; origin: string },
  pictureIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await listPictures(db, accountId, pictureIds)
  return new Map(rows.map(({ picture_id }) => [picture_id, signAddress(ctx, origin, picture_id)]))
}

function signAddress({ signer, clock }: SigningContext, origin: string, pictureId: string): string {
  const token = signer.sign(SCOPE + pictureId, clock.now(), LIFETIME)
  return origin + PICTURE_ROUTE.replace(':token', token)
}
