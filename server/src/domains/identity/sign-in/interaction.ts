import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import type { Brand } from '#contract/brands.ts'
import type { Context } from '#server/context.ts'
import { getRequestOrigin } from '#server/http/origin.ts'
import { getRequestBrand } from '../../brands/index.ts'
import { createCsrfToken } from '../pages/csrf-token.ts'
import { sendMessage } from '../pages/message-page.ts'
import { createPage, type Page } from '../pages/page.ts'
import { createRequestOptions, type RequestOptions } from '../passkeys/assertion.ts'
import { getRelyingParty } from '../passkeys/relying-party.ts'
import { toSignInPurpose } from '../passkeys/sign-in-purpose.ts'
import { CLIENT_ID } from '../provider/client.ts'
import { getProvider } from '../provider/provider.ts'
import type { Login } from './login-ticket.ts'

/** An interaction of the provider: one sign-in in one browser, from the authorization request to its response. */
export interface Interaction {
  uid: string
  origin: string
  brand: Brand
  page: Page
  /** Path of the sign-in page; the paths of the other pages start with it. */
  base: string
  csrfToken: string
  acr: string | undefined
  /** That of the authorization request. */
  state: string
  /** The account of the session that is asked again; null for a first sign-in. */
  askedAccountId: string | null
  /** An additional origin to which the sign-in form may redirect: a native app. */
  formTarget: string | undefined
  passkeyOptions: RequestOptions
}

/** Finds the interaction of the request's cookie; null when it has expired or does not match the path. */
export async function findInteraction(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction | null> {
  const brand = getRequestBrand(request)
  const origin = getRequestOrigin(ctx.config, request)
  const provider = await getProvider(ctx, origin)
  const { uid } = request.params as { uid: string }
  try {
    const details = await provider.interactionDetails(request.raw, reply.raw)
    if (details.uid !== uid) return null
    const { acr_values: acrValues, client_id: clientId, redirect_uri: redirectUri, state } = details.params
    const formTarget = clientId === CLIENT_ID ? undefined : toFormTarget(String(redirectUri))
    const acr = typeof acrValues === 'string' ? acrValues.split(' ')[0] : undefined
    const base = `/identity/interaction/${uid}`
    const page = createPage(ctx.config, brand)
    // The provider takes max_age=0 for prompt=login.
    const isAskedAgain = details.prompt.reasons.some(reason => /^(max_age|login_prompt)$/.test(reason))
    const askedAccountId = (isAskedAgain && details.session?.accountId) || null
    return {
      uid,
      origin,
      brand,
      page,
      base,
      csrfToken: createCsrfToken(ctx, uid),
      acr,
      state: String(state ?? ''),
      askedAccountId,
      formTarget,
      passkeyOptions: createRequestOptions(ctx, getRelyingParty(ctx, request), toSignInPurpose(uid)),
    }
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null
    throw error
  }
}

/**
 * Completes the interaction and redirects to the provider, which continues with the customer signed in. A session that is
 * asked again stays, and another account is refused: the provider would sign the session out by a script.
 */
export async function finishInteraction(
  ctx: Context,
  interaction: Interaction,
  { accountId, amr, accessEnd }: Login,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { askedAccountId, page, base } = interaction
  if (askedAccountId !== null && askedAccountId !== accountId)
    return sendMessage(reply, 403, page, {
      title: page.text('sign-in.other-account.title'),
      text: page.text('sign-in.other-account.text'),
      to: { address: base, label: page.text('sign-in.reset.back') },
    })
  const provider = await getProvider(ctx, interaction.origin)
  const login = { accountId, amr: [...amr], accessEnd, ...(interaction.acr ? { acr: interaction.acr } : {}) }
  const returnTo = await provider.interactionResult(request.raw, reply.raw, { login })
  return reply.header('cache-control', 'no-store').redirect(returnTo, 303)
}

/**
 * Answers an expired interaction with a link to sign in; a redirect would loop without cookies. A browser that sends no
 * cookies is asked to allow them.
 */
export function sendInteractionExpired(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const page = createPage(ctx.config, getRequestBrand(request))
  const { text } = page
  if (request.method === 'GET' && Object.keys(request.cookies).length === 0)
    return sendMessage(reply, 400, page, {
      title: text('app.cookies-needed.title'),
      text: text('app.cookies-needed.text'),
      to: { address: '/', label: text('action.reload') },
    })
  return sendMessage(reply, 400, page, {
    title: text('sign-in.submit'),
    text: text('sign-in.session-ended'),
  })
}

/** Returns the source expression of a redirect address (CSP): its origin, or the scheme of an app. */
function toFormTarget(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri)
  return origin === 'null' ? protocol : origin
}
