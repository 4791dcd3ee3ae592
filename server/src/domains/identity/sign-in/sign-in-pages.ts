import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '#server/context.ts'
import { passesCsrfCheck } from '../pages/csrf-token.ts'
import { fieldErrors } from '../pages/field-errors.ts'
import { forgotPasswordPage } from '../pages/forgot-password-page.ts'
import { messagePage } from '../pages/message-page.ts'
import type { Page } from '../pages/page.ts'
import { sendPage } from '../pages/send-page.ts'
import { type SignInState, signInPage } from '../pages/sign-in-page.ts'
import { signUpPage } from '../pages/sign-up-page.ts'
import {
  findInteraction,
  finishInteraction,
  type Interaction,
  sendInteractionExpired,
} from './interaction.ts'
import { type Refusal, requestPasswordReset, signIn, signUp } from './sign-in.ts'

/** The pages between 'please sign in' and the answer to who asked: sign-in, sign-up, forgotten password. */
export function serveSignInPages(scope: FastifyInstance, ctx: Context): void {
  step(scope, ctx, '', signInPage, async (visit, form, request, reply) => {
    const outcome = await signIn(ctx, { ...form, from: request.ip })
    if ('accountId' in outcome) return finishInteraction(ctx, visit, outcome.accountId, request, reply)
    return showAgain(visit, signInPage, form.email, outcome, reply)
  })
  step(scope, ctx, '/sign-up', signUpPage, async (visit, form, request, reply) => {
    const outcome = await signUp(ctx, { ...form, from: request.ip, brand: visit.brand, origin: visit.origin })
    if (outcome !== 'mailed') return showAgain(visit, signUpPage, form.email, outcome, reply)
    return sendCheckYourMail(visit, visit.page.text('sign-up.check-email', { email: form.email }), reply)
  })
  step(scope, ctx, '/forgotten', forgotPasswordPage, async (visit, form, request, reply) => {
    const outcome = await requestPasswordReset(ctx, {
      ...form,
      from: request.ip,
      brand: visit.brand,
      origin: visit.origin,
    })
    if (outcome !== 'mailed') return showAgain(visit, forgotPasswordPage, form.email, outcome, reply)
    return sendCheckYourMail(visit, visit.page.text('sign-in.reset.sent', { email: form.email }), reply)
  })
}

interface Form {
  email: string
  password: string
}

type ShowPage = (page: Page, state: SignInState) => string

/** One page with one form: GET shows it, POST submits it. */
function step(
  scope: FastifyInstance,
  ctx: Context,
  path: string,
  show: ShowPage,
  submit: (
    visit: Interaction,
    form: Form,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<FastifyReply>,
): void {
  const url = `/identity/interaction/:uid${path}`
  scope.get(url, { config: { policy: 'public' } }, async (request, reply) => {
    const visit = await findInteraction(ctx, request, reply)
    return visit ? sendPage(reply, 200, show(visit.page, visit)) : sendInteractionExpired(request, reply)
  })
  scope.post(url, { config: { policy: 'public' } }, async (request, reply) => {
    const visit = await findInteraction(ctx, request, reply)
    const form = FORM.safeParse(request.body ?? {})
    if (!visit || !form.success || !passesCsrfCheck(ctx, request, visit.uid, form.data.check))
      return sendInteractionExpired(request, reply)
    return submit(visit, form.data, request, reply)
  })
}

const FORM = z.object({
  check: z.string().max(100).default(''),
  email: z.string().trim().max(1000).default(''),
  password: z.string().max(4000).default(''),
})

function showAgain(
  visit: Interaction,
  show: ShowPage,
  email: string,
  refusal: Refusal,
  reply: FastifyReply,
): FastifyReply {
  const { text } = visit.page
  const state = { base: visit.base, check: visit.check, email }
  if (refusal.reason === 'too-many') {
    reply.header('retry-after', String(refusal.minutes * 60))
    const alert = text('sign-in.too-many', { minutes: refusal.minutes })
    return sendPage(reply, 429, show(visit.page, { ...state, alert }))
  }
  if (refusal.reason === 'wrong')
    return sendPage(reply, 401, show(visit.page, { ...state, alert: text('sign-in.failed') }))
  const errors = fieldErrors(visit.page, refusal.issues)
  return sendPage(reply, 400, show(visit.page, { ...state, errors }))
}

function sendCheckYourMail({ page, base }: Interaction, text: string, reply: FastifyReply): FastifyReply {
  const to = { address: base, label: page.text('sign-in.reset.back') }
  return sendPage(reply, 200, messagePage(page, { title: page.text('sign-in.reset.sent-title'), text, to }))
}
