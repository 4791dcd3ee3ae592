import type { Context } from '../../context.ts'
import { verifyForSession } from '../../http/session-addresses.ts'
import { createSignedAddressBuilder } from '../photos/index.ts'

/** The member and shared album that an address was made for. Membership is checked on every use of the address. */
export interface SharedViewGrant {
  albumId: string
  memberId: string
}

/** Returns a function that builds addresses of a shared album's photos for one member, all with one signature. */
export function createSharedAddressBuilder(
  ctx: Pick<Context, 'signer' | 'clock'>,
  { albumId, memberId }: SharedViewGrant,
  origin: string,
) {
  return createSignedAddressBuilder(ctx, `shared:${albumId}:${memberId}`, `${origin}/media/shared`)
}

/** Reads a token of a shared album; null if it was altered, has expired or is of another kind. */
export function readSharedToken(
  ctx: Pick<Context, 'signer' | 'clock'>,
  token: string,
): (SharedViewGrant & { expires: Date; mark: string }) | null {
  const verified = verifyForSession(ctx, token)
  const [kind, albumId, memberId] = verified?.scope.split(':') ?? []
  return verified && kind === 'shared' && albumId && memberId
    ? { albumId, memberId, expires: verified.expires, mark: verified.mark }
    : null
}
