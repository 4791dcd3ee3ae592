import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '#server/context.ts'
import { toClientNetwork } from '#server/http/client-address.ts'
import { findDeviceName } from '../mail-links/device-name.ts'
import { passesCsrfCheck } from '../pages/csrf-token.ts'
import { toFieldErrors } from '../pages/field-errors.ts'
import { renderForgotPasswordPage } from '../pages/forgot-password-page.ts'
import { renderMessagePage } from '../pages/message-page.ts'
import type { Page } from '../pages/page.ts'
import { sendPage } from '../pages/send-page.ts'
import { renderSignInPage, type SignInState } from '../pages/sign-in-page.ts'
import { renderSignUpPage } from '../pages/sign-up-page.ts'
import {
  findInteraction,
  finishInteraction,
  type Interaction,
  sendInteractionExpired,
} from './interaction.ts'
import { findKnownDevice } from './known-devices.ts'
import { reportNewDevice } from './report-new-device.ts'
import { type Refusal, requestPasswordReset, signIn, signUp, toAttemptSubject } from './sign-in.ts'

/** Serves the pages of an interaction: sign-in, sign-up, forgotten password. */
export function serveSignInPages(scope: FastifyInstance, ctx: Context): void {
  serveForm(scope, ctx, '', renderSignInPage, async (interaction, form, request, reply) => {
    const { vendor } = interaction.brand
    const requester = getRequester(ctx, request, interaction, form)
    const outcome = await signIn(ctx, { ...form, ...requester, vendor })
    if ('accountId' in outcome) {
      await reportNewDevice(ctx, request, reply, outcome.accountId)
      return finishInteraction(ctx, interaction, outcome.accountId, request, reply)
    }
    return showErrors(interaction, renderSignInPage, form.email, outcome, reply)
  })
  serveForm(scope, ctx, '/sign-up', renderSignUpPage, async (interaction, form, request, reply) => {
    const requester = getRequester(ctx, request, interaction, form)
    const outcome = await signUp(ctx, { ...form, ...requester, brand: interaction.brand })
    if (outcome !== 'mailed') return showErrors(interaction, renderSignUpPage, form.email, outcome, reply)
    return sendCheckYourMail(
      interaction,
      interaction.page.text('sign-up.check-email', { email: form.email }),
      reply,
    )
  })
  serveForm(scope, ctx, '/forgotten', renderForgotPasswordPage, async (interaction, form, request, reply) => {
    const requester = getRequester(ctx, request, interaction, form)
    const outcome = await requestPasswordReset(ctx, { ...form, ...requester, brand: interaction.brand })
    if (outcome !== 'mailed')
      return showErrors(interaction, renderForgotPasswordPage, form.email, outcome, reply)
    return sendCheckYourMail(
      interaction,
      interaction.page.text('sign-in.reset.sent', { email: form.email }),
      reply,
    )
  })
}

/**
 * Finds the subjects of limits for a form, the client's network and the browser if it is known for the account, and the name
 * of the device for a mail.
 */
function getRequester(
  ctx: Context,
  request: FastifyRequest,
  { brand }: Interaction,
  { email }: Form,
): { from: string; device: string | null; deviceName: string | undefined } {
  const device = findKnownDevice(ctx, request, toAttemptSubject(brand.vendor, email))
  const deviceName = findDeviceName(request.headers['user-agent'])
  return { from: toClientNetwork(request.ip), device, deviceName }
}

interface Form {
  email: string
  password: string
}

type ShowPage = (page: Page, state: SignInState) => string

/** Routes of a page with one form: GET shows it, POST submits it. */
function serveForm(
  scope: FastifyInstance,
  ctx: Context,
  path: string,
  show: ShowPage,
  submit: (
    interaction: Interaction,
    form: Form,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<FastifyReply>,
): void {
  const url = `/identity/interaction/:uid${path}`
  scope.get(url, { config: { policy: 'public' } }, async (request, reply) => {
    const interaction = await findInteraction(ctx, request, reply)
    return interaction
      ? sendPage(reply, 200, show(interaction.page, interaction), interaction.formTarget)
      : sendInteractionExpired(ctx, request, reply)
  })
  scope.post(url, { config: { policy: 'public' } }, async (request, reply) => {
    const interaction = await findInteraction(ctx, request, reply)
    const form = signInForm.safeParse(request.body ?? {})
    if (!interaction || !form.success || !passesCsrfCheck(ctx, request, interaction.uid, form.data.check))
      return sendInteractionExpired(ctx, request, reply)
    return submit(interaction, form.data, request, reply)
  })
}

const signInForm = z.object({
  check: z.string().max(100).default(''),
  email: z.string().trim().max(1000).default(''),
  // No limit here, so that the rule for passwords refuses a long one; FORM_MAX bounds it.
  password: z.string().default(''),
})

function showErrors(
  interaction: Interaction,
  show: ShowPage,
  email: string,
  refusal: Refusal,
  reply: FastifyReply,
): FastifyReply {
  const { page, formTarget } = interaction
  const { text } = page
  const state = { base: interaction.base, csrfToken: interaction.csrfToken, email }
  if (refusal.reason === 'too-many') {
    reply.header('retry-after', String(refusal.minutes * 60))
    const alert = text('sign-in.too-many', { minutes: refusal.minutes })
    return sendPage(reply, 429, show(page, { ...state, alert }), formTarget)
  }
  if (refusal.reason === 'wrong')
    return sendPage(reply, 401, show(page, { ...state, alert: text('sign-in.failed') }), formTarget)
  const errors = toFieldErrors(interaction.page, refusal.issues)
  return sendPage(reply, 400, show(page, { ...state, errors }), formTarget)
}

function sendCheckYourMail({ page, base }: Interaction, text: string, reply: FastifyReply): FastifyReply {
  const to = { address: base, label: page.text('sign-in.reset.back') }
  return sendPage(
    reply,
    200,
    renderMessagePage(page, { title: page.text('sign-in.reset.sent-title'), text, to }),
  )
}
