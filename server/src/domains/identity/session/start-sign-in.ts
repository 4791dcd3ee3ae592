import type { FastifyInstance, FastifyReply } from 'fastify'
import * as oauth from 'oauth4webapi'
import { getTheme } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import { CALLBACK_PATH, SIGN_IN_PATH } from '#contract/pages.ts'
import type { Context } from '#server/context.ts'
import { Failure } from '#server/http/failure.ts'
import { getRequestOrigin } from '#server/http/origin.ts'
import { getRequestBrand } from '../../brands/index.ts'
import { renderMessagePage } from '../pages/message-page.ts'
import { createPage } from '../pages/page.ts'
import { sendPage } from '../pages/send-page.ts'
import { type Authority, getAuthority } from './authority.ts'
import { toSafeReturnPath } from './return-path.ts'
import { type SignInAttempt, writeAttempt } from './sign-in-attempts.ts'

/**
 * Serves the start of a sign-in: redirects to the provider of the channel for authorization code with PKCE (S256), state
 * and nonce, with theme and acr values of the vendor (AA-001). Its secrets are stored, encrypted, in a cookie of this browser.
 */
export function serveSignInStart(app: FastifyInstance, ctx: Context): void {
  app.get(SIGN_IN_PATH, { config: { policy: 'public' } }, async (request, reply) => {
    const brand = getRequestBrand(request)
    const origin = getRequestOrigin(ctx.config, request)
    const { returnTo } = request.query as { returnTo?: unknown }
    const attempt: SignInAttempt = {
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      verifier: oauth.generateRandomCodeVerifier(),
      returnTo: toSafeReturnPath(returnTo, origin),
    }
    try {
      const address = await buildAuthorizationUrl(await getAuthority(ctx, origin), attempt, { origin, brand })
      await writeAttempt(ctx, request, reply, attempt)
      return reply.header('cache-control', 'no-store').redirect(address)
    } catch (error) {
      if (error instanceof Failure && error.code === 'unavailable')
        return sendUnavailable(ctx, brand, attempt.returnTo, reply)
      throw error
    }
  })
}

async function buildAuthorizationUrl(
  { server, client, scope }: Authority,
  { state, nonce, verifier }: SignInAttempt,
  { origin, brand }: { origin: string; brand: Brand },
): Promise<string> {
  const address = new URL(server.authorization_endpoint!)
  const parameters = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: origin + CALLBACK_PATH,
    scope,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    acr_values: `urn:keepsake:vendor:${brand.vendor}`,
    theme: getTheme(brand).vendor,
    ui_locales: brand.locale,
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return address.href
}

function sendUnavailable(
  { config }: Context,
  brand: Brand,
  returnTo: string,
  reply: FastifyReply,
): FastifyReply {
  const page = createPage(config, brand)
  const { text } = page
  const message = {
    title: text('app.error.title'),
    text: text('sign-in.unavailable'),
    to: { address: returnTo, label: text('action.try-again') },
  }
  reply.header('retry-after', '10')
  return sendPage(reply, 503, renderMessagePage(page, message))
}
