import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as oauth from 'oauth4webapi'
import { getTheme } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import { CALLBACK_PATH, SIGN_IN_PATH } from '#contract/pages.ts'
import { toReturnPath } from '#contract/return-path.ts'
import type { Context } from '#server/context.ts'
import { Failure } from '#server/http/failure.ts'
import { getRequestOrigin } from '#server/http/origin.ts'
import { isPagePath } from '#server/http/page-path.ts'
import { getRequestBrand } from '../../brands/index.ts'
import { sendMessage } from '../pages/message-page.ts'
import { createPage } from '../pages/page.ts'
import { consumeStepUpWanted } from '../store/devices.ts'
import { type Authority, getAuthority } from './authority.ts'
import { findCookieSession } from './cookie-session.ts'
import { findExternalAccount } from './external-step-up.ts'
import { type SignInAttempt, writeAttempt } from './sign-in-attempts.ts'

/**
 * Serves the start of a sign-in: redirects to the provider of the channel for authorization code with PKCE (S256), state
 * and nonce, with theme and acr values of the vendor. Its secrets are stored, encrypted, in a cookie of this browser.
 */
export function serveSignInStart(app: FastifyInstance, ctx: Context): void {
  app.get(SIGN_IN_PATH, { config: { policy: 'public' } }, async (request, reply) => {
    const brand = getRequestBrand(request)
    const origin = getRequestOrigin(ctx.config, request)
    const { returnTo, 'step-up': stepUp } = request.query as { returnTo?: unknown; 'step-up'?: unknown }
    const { asksAgain, ...asked } = await findQuestion(ctx, request, stepUp === '1')
    const attempt: SignInAttempt = {
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      verifier: oauth.generateRandomCodeVerifier(),
      returnTo: readReturnPath(returnTo, origin),
      asksAgain: asksAgain || undefined,
      ...asked,
    }
    try {
      const authority = await getAuthority(ctx, origin)
      const address = await buildAuthorizationUrl(authority, attempt, { origin, brand, asksAgain })
      await writeAttempt(ctx, request, reply, attempt)
      return reply.header('cache-control', 'no-store').redirect(address)
    } catch (error) {
      if (error instanceof Failure && error.code === 'unavailable')
        return sendUnavailable(ctx, brand, attempt.returnTo, reply)
      throw error
    }
  })
}

/**
 * Finds whether the sign-in asks a signed-in customer again: the page wants it, or a call of this browser's session was refused
 * because its sign-in is too old, which the provider would renew silently. A refusal asks once, so that a customer who gives
 * up is not asked at every visit.
 */
async function findQuestion(
  ctx: Context,
  request: FastifyRequest,
  isWanted: boolean,
): Promise<{ asksAgain: boolean; askedAccountId?: string; askedGrantId?: string }> {
  if (ctx.config.oidc) {
    const askedAccountId = isWanted ? findExternalAccount(request) : undefined
    return { asksAgain: isWanted, ...(askedAccountId && { askedAccountId }) }
  }
  const session = await findCookieSession(ctx, request)
  if (!session?.isOwn) return { asksAgain: isWanted }
  const wasRefused = await consumeStepUpWanted(ctx.db, session, ctx.clock.now())
  return isWanted || wasRefused
    ? { asksAgain: true, askedAccountId: session.accountId, askedGrantId: session.grantId }
    : { asksAgain: false }
}

async function buildAuthorizationUrl(
  { server, client, scope, isExternal }: Authority,
  { state, nonce, verifier }: SignInAttempt,
  { origin, brand, asksAgain }: { origin: string; brand: Brand; asksAgain: boolean },
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
    // Some providers ignore one of them.
    ...(asksAgain && { max_age: '0', ...(isExternal && { prompt: 'login' }) }),
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
  reply.header('retry-after', '10')
  return sendMessage(reply, 503, page, {
    title: text('app.error.title'),
    text: text('sign-in.unavailable'),
    to: { address: returnTo, label: text('action.try-again') },
  })
}

/**
 * Returns the address to which a sign-in returns; '/' also for a path that is not a page, and for an address that is too
 * long for a cookie.
 */
function readReturnPath(returnTo: unknown, origin: string): string {
  const path = typeof returnTo === 'string' ? toReturnPath(returnTo, origin) : '/'
  return isPagePath(new URL(path, origin).pathname) && path.length <= MAX_LENGTH ? path : '/'
}

/** Browsers accept cookies of 4096 bytes; base64 adds a third, and the secrets need 300 bytes. */
const MAX_LENGTH = 2000
