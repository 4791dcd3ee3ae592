import type { Context } from '../../context.ts'
import { signedAddressBuilder } from '../photos/index.ts'

/** Whose look at which shared album an address is for. Whether it is allowed is decided when the address is used. */
export interface SharedViewGrant {
  albumId: string
  memberId: string
}

/** Addresses of a shared album's photos for one of its members; signed once, as those of a library are. */
export function sharedAddressBuilder(
  ctx: Pick<Context, 'signer' | 'clock'>,
  { albumId, memberId }: SharedViewGrant,
  origin: string,
) {
  return signedAddressBuilder(ctx, `shared:${albumId}:${memberId}`, `${origin}/media/shared`)
}

/** What such a token is for, or null: altered, expired or of another kind. */
export function readSharedToken(
  ctx: Pick<Context, 'signer' | 'clock'>,
  token: string,
): (SharedViewGrant & { expires: Date }) | null {
  const verified = ctx.signer.verify(token, ctx.clock.now())
  const [kind, albumId, memberId] = verified?.scope.split(':') ?? []
  return verified && kind === 'shared' && albumId && memberId
    ? { albumId, memberId, expires: verified.expires }
    : null
}
