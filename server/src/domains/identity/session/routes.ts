import type { FastifyRequest } from 'fastify'
import { CALLBACK_PATH } from '#contract/pages.ts'
import {
  getReauthenticationOptions,
  reauthenticate as reauthenticateSession,
} from '#contract/reauthentication.ts'
import {
  ANSWERS_STEP_UP,
  createSession,
  endSession,
  refreshSession,
  SESSION_HEADER,
  type Session,
} from '#contract/session.ts'
import type { Context } from '#server/context.ts'
import { Failure, notFound } from '#server/http/failure.ts'
import { getRequestOrigin } from '#server/http/origin.ts'
import { type Call, route } from '#server/http/route.ts'
import { getRequestBrand } from '../../brands/index.ts'
import { findCustomer, findTimeZone } from '../../customers/index.ts'
import { isStepUpWanted } from '../store/devices.ts'
import { getAuthority } from './authority.ts'
import {
  bindNewSession,
  type CookieSession,
  findCookieSession,
  requireCookieSession,
} from './cookie-session.ts'
import { ensureExternalCustomer } from './external-customers.ts'
import { createStepUpTicket } from './external-step-up.ts'
import { listReauthenticationMethods, reauthenticate } from './reauthentication.ts'
import { clearSession, readBinding, readSession, writeBinding, writeSession } from './session-cookies.ts'
import { readAttempt, removeAttempt } from './sign-in-attempts.ts'
import { endNewSession, signOut } from './sign-out.ts'
import { refreshTokensOnce } from './token-refresh.ts'
import { exchangeCode, type Tokens } from './tokens.ts'

/** The same-origin token endpoint: the page receives access tokens, cookies contain the other tokens. */
export const sessionRoutes = [
  route(createSession, async ({ ctx, origin, body, request, reply }) => {
    requireSameOrigin(request, origin)
    const brand = getRequestBrand(request)
    const { code, state, iss } = body
    const attempt = await readAttempt(ctx, request, state)
    if (!attempt) {
      removeAttempt(request, reply, state)
      throw new Failure('bad-request', 'This browser started no sign-in with this state')
    }
    const authority = await getAuthority(ctx, origin)
    const tokens = await exchangeCode(ctx, authority, {
      code,
      iss,
      attempt,
      redirectUri: origin + CALLBACK_PATH,
    }).catch(error => {
      // A provider or a database that does not answer may do so when the page is loaded again.
      if (error instanceof Failure && error.code === 'bad-request') removeAttempt(request, reply, state)
      throw error
    })
    removeAttempt(request, reply, state)
    if (attempt.askedAccountId !== undefined && attempt.askedAccountId !== tokens.claims.sub) {
      if (!authority.isExternal) await endNewSession(ctx, tokens)
      throw new Failure('bad-request', 'Another account has completed the sign-in')
    }
    const stepUp = authority.isExternal && attempt.asksAgain ? createStepUpTicket(ctx, tokens) : undefined
    if (authority.isExternal) await ensureExternalCustomer(ctx, tokens.claims, brand)
    else await bindNewSession(ctx, { request, reply }, tokens)
    writeSession(request, reply, tokens)
    const session = await toSession(ctx, tokens, tokens.expiresIn)
    return { ...session, ...(stepUp && { stepUp }), returnTo: attempt.returnTo }
  }),
  route(refreshSession, refreshCookieSession),
  route(getReauthenticationOptions, async ({ ctx, origin, request }) => {
    const session = await getOwnSession(ctx, request, origin)
    return listReauthenticationMethods(ctx, request, session)
  }),
  route(
    reauthenticateSession,
    async ({ ctx, origin, body, request }) => {
      const session = await getOwnSession(ctx, request, origin)
      return { authTime: (await reauthenticate(ctx, request, session, body)).toISOString() }
    },
    // Before the body is parsed, as every policy.
    async ({ ctx, request }) => {
      requireSameOrigin(request, getRequestOrigin(ctx.config, request))
      return reauthenticateSession.body
    },
  ),
  route(endSession, async ({ ctx, origin, body, request, reply }) => {
    requireSameOrigin(request, origin)
    const authority = await getAuthority(ctx, origin)
    const endSessionUrl = await signOut(ctx, authority, { origin, request, everywhere: body.everywhere })
    clearSession(request, reply)
    return { endSessionUrl }
  }),
]

/**
 * Refreshes the session of the request's cookies and sets the new ones; null without a session. Throws forbidden for a
 * request of another site; clears the cookies and throws unauthorized when the session has ended. After a call
 * whose sign-in is too old it throws unauthorized and keeps the cookies, so that a client that does not answer the challenge
 * itself starts the sign-in, which asks the customer.
 */
export async function refreshCookieSession({
  ctx,
  origin,
  request,
  reply,
}: Pick<Call<typeof refreshSession>, 'ctx' | 'origin' | 'request' | 'reply'>): Promise<Session | null> {
  requireSameOrigin(request, origin)
  const { refreshToken } = readSession(request)
  // Every page load calls this: no session is not an error, an ended session is one, once.
  if (!refreshToken) return null
  const authority = await getAuthority(ctx, origin)
  const session = authority.isExternal ? null : await findCookieSession(ctx, request)
  if (session && !session.isOwn) return null
  const answersStepUp = request.headers[SESSION_HEADER] === ANSWERS_STEP_UP
  if (session && !answersStepUp && (await isStepUpWanted(ctx.db, session, ctx.clock.now())))
    throw new Failure('unauthorized', 'The customer has to prove again who they are')
  try {
    const { tokens, at } = await refreshTokensOnce(ctx, authority, refreshToken)
    const binding = readBinding(request)
    if (session && binding) writeBinding(request, reply, binding)
    writeSession(request, reply, { refreshToken: tokens.refreshToken, idToken: tokens.idToken || null })
    const age = Math.floor((ctx.clock.now().getTime() - at) / 1000)
    return await toSession(ctx, tokens, Math.max(1, tokens.expiresIn - age))
  } catch (error) {
    if (error instanceof Failure && error.code === 'unauthorized') clearSession(request, reply)
    throw error
  }
}

/**
 * Returns the session of the request's cookies. Throws forbidden for a request of another site, not-found with an external
 * provider, which asks its customers itself, and unauthorized without a session.
 */
async function getOwnSession(ctx: Context, request: FastifyRequest, origin: string): Promise<CookieSession> {
  requireSameOrigin(request, origin)
  if (ctx.config.oidc) throw notFound('Session of the embedded provider')
  return requireCookieSession(ctx, request)
}

async function toSession(
  { db }: Context,
  { accessToken, claims }: Tokens,
  expiresIn: number,
): Promise<Session> {
  const customer = await findCustomer(db, claims.sub)
  return { accessToken, expiresIn, claims, timeZone: customer && findTimeZone(customer.brand_id) }
}

/** CSRF protection: another site can send the header only after a CORS preflight, which is never allowed. */
function requireSameOrigin(request: FastifyRequest, ownOrigin: string): void {
  const { origin, [SESSION_HEADER]: header } = request.headers
  if (header === undefined || (origin !== undefined && origin !== ownOrigin))
    throw new Failure(
      'forbidden',
      `Calls of the session need the header ${SESSION_HEADER} and come from our own pages`,
    )
}
