import type { FastifyInstance } from 'fastify'
import { getRpIdByHost, listHostsOfRpId } from '#brands/index.ts'
import type { Context } from '#server/context.ts'
import { notFound } from '#server/http/failure.ts'
import { getRequestOrigin } from '#server/http/origin.ts'

/** Serves the origins that share the passkeys of an RP ID (WebAuthn Level 3, 5.11), at the host of that name (NX-335). */
export function serveRelatedOrigins(app: FastifyInstance, { config }: Context): void {
  const securityHeaders = { 'cross-origin-resource-policy': 'cross-origin' }
  app.get(
    '/.well-known/webauthn',
    { config: { policy: 'public', securityHeaders } },
    async (request, reply) => {
      const origin = new URL(getRequestOrigin(config, request))
      if (getRpIdByHost(origin.hostname) !== origin.hostname) throw notFound('RP ID')
      const origins = listHostsOfRpId(origin.hostname).map(
        host => `${origin.protocol}//${host}${origin.port && `:${origin.port}`}`,
      )
      return reply.header('cache-control', 'public, max-age=3600').send({ origins })
    },
  )
}
