import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import type { Brand } from '#contract/brands.ts'
import type { Context } from '#server/context.ts'
import { requestOrigin } from '#server/http/origin.ts'
import { brandOfRequest } from '../../brands/index.ts'
import { csrfTokenOf } from '../pages/csrf-token.ts'
import { messagePage } from '../pages/message-page.ts'
import { type Page, pageOf } from '../pages/page.ts'
import { sendPage } from '../pages/send-page.ts'
import { providerOf } from '../provider/provider.ts'

/** A browser on its way through the sign-in pages: one interaction of the provider. */
export interface Interaction {
  uid: string
  origin: string
  brand: Brand
  page: Page
  /** Path of the sign-in page; the other pages lie below it. */
  base: string
  check: string
  acr: string | undefined
}

/** The interaction whose cookie the browser brings; null when it is over or belongs to another page. */
export async function findInteraction(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction | null> {
  const brand = brandOfRequest(request)
  const origin = requestOrigin(ctx.config, request)
  const provider = await providerOf(ctx, origin)
  const { uid } = request.params as { uid: string }
  try {
    const details = await provider.interactionDetails(request.raw, reply.raw)
    if (details.uid !== uid) return null
    const asked = details.params.acr_values
    const acr = typeof asked === 'string' ? asked.split(' ')[0] : undefined
    const base = `/identity/interaction/${uid}`
    return { uid, origin, brand, page: pageOf(brand), base, check: csrfTokenOf(ctx, uid), acr }
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null
    throw error
  }
}

/** Ends the visit: the provider goes on with the customer signed in. */
export async function finishInteraction(
  ctx: Context,
  visit: Interaction,
  accountId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const provider = await providerOf(ctx, visit.origin)
  const login = { accountId, amr: ['pwd'], ...(visit.acr ? { acr: visit.acr } : {}) }
  const returnTo = await provider.interactionResult(request.raw, reply.raw, { login })
  return reply.header('cache-control', 'no-store').redirect(returnTo, 303)
}

/** Never sent on by itself: without cookies that would go in circles. */
export function sendInteractionExpired(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const page = pageOf(brandOfRequest(request))
  const { text } = page
  const message = {
    title: text('sign-in.submit'),
    text: text('sign-in.session-ended'),
    to: { address: '/', label: text('sign-in.submit') },
  }
  return sendPage(reply, 400, messagePage(page, message))
}
