import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { TokenLifetime } from '../platform/signing/signing.ts'
import { Failure, requireFound } from './failure.ts'
import { requireSession, type SigningContext, signForSession, verifyForSession } from './session-addresses.ts'

/** A picture that is served by a signed address. */
export interface ServedPicture {
  /** Of its blob. */
  key: string
  contentType: string
  sha256: string
  size: number
}

interface SignedPictures {
  /** Returns the signed address of a picture. */
  sign(ctx: SigningContext, origin: string, id: string): string
  /** Mounts the route: 404 for a picture that is not found, 403 for an address that was altered, expired, whose session has ended, or of another kind. */
  serve(app: FastifyInstance, ctx: Context): void
}

interface SignedPicturesDefinition {
  /** Contains ':token'. */
  route: string
  /** A token is valid for this scope only. */
  scope: string
  lifetime: TokenLifetime
  find: (ctx: Context, id: string) => Promise<ServedPicture | undefined>
}

/**
 * Defines pictures of one kind that are served by signed addresses. Headers keep browsers from running the bytes as a page.
 */
export function defineSignedPictures({
  route,
  scope,
  lifetime,
  find,
}: SignedPicturesDefinition): SignedPictures {
  const prefix = `${scope}:`
  const readToken = (ctx: SigningContext, token: string) => {
    const verified = verifyForSession(ctx, token)
    if (!verified?.scope.startsWith(prefix))
      throw new Failure('address-expired', 'This address is not valid any more')
    return { ...verified, id: verified.scope.slice(prefix.length) }
  }
  return {
    sign(ctx, origin, id) {
      return origin + route.replace(':token', signForSession(ctx, prefix + id, lifetime))
    },
    serve(app, ctx) {
      app.route<{ Params: { token: string } }>({
        method: 'GET',
        url: route,
        config: { policy: 'signed', securityHeaders: 'none' },
        handler: async (request, reply) => {
          reply
            .header('content-security-policy', "default-src 'none'; sandbox")
            .header('cross-origin-resource-policy', 'same-origin')
            .header('x-content-type-options', 'nosniff')
          const { id, expires, mark } = readToken(ctx, request.params.token)
          await requireSession(ctx, mark)
          const picture = requireFound(await find(ctx, id), 'Picture')
          const seconds = Math.floor((expires.getTime() - ctx.clock.now().getTime()) / 1000)
          const etag = `"${picture.sha256}"`
          reply
            .header('cache-control', `private, max-age=${Math.max(0, seconds)}, immutable`)
            .header('etag', etag)
            .type(picture.contentType)
          if (request.headers['if-none-match'] === etag) return reply.code(304).send()
          return reply.header('content-length', picture.size).send(ctx.blobs.read(picture.key))
        },
      })
    },
  }
}
