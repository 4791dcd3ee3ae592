import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { getVendorByBrand } from '#brands/index.ts'
import { checkInput } from '#contract/input/field-issues.ts'
import { type Html, html } from '#html/html.ts'
import { type Context, change } from '#server/context.ts'
import type { MessageId } from '#server/platform/i18n/translate.ts'
import { getRequestBrand } from '../../brands/index.ts'
import { findCustomerByEmail } from '../../customers/index.ts'
import { createAccount } from '../accounts.ts'
import { revertEmailChange } from '../email-change/revert-email.ts'
import { createCsrfToken, passesCsrfCheck } from '../pages/csrf-token.ts'
import { toFieldErrors } from '../pages/field-errors.ts'
import { renderContactText, sendMessage } from '../pages/message-page.ts'
import {
  type FirstPasswordState,
  type NewPasswordState,
  renderFirstPasswordPage,
} from '../pages/new-password-page.ts'
import { createPage, type Page } from '../pages/page.ts'
import { sendQuestion } from '../pages/question-page.ts'
import { sendPage } from '../pages/send-page.ts'
import { PASSKEY_METHODS } from '../passkeys/assertion.ts'
import { createSignUpOptions, verifySignUpPasskey } from '../passkeys/sign-up-passkey.ts'
import { openReturnPath } from '../session/sign-in-attempts.ts'
import { rememberDevice } from '../sign-in/known-devices.ts'
import { redirectSignedIn } from '../sign-in/login-ticket.ts'
import { hashPassword } from '../sign-in/passwords.ts'
import { toAttemptSubject } from '../sign-in/sign-in.ts'
import { newPasswordInput } from '../sign-in/sign-in-input.ts'
import { consumeMailToken, findMailToken, type MailToken, type Purpose } from './mail-tokens.ts'

/** Serves the pages of mailed links. GET changes nothing, because mail scanners open links; the form's POST does. */
export function serveMailLinks(scope: FastifyInstance, ctx: Context): void {
  mountMailLink(scope, ctx, '/identity/confirm/:token', 'sign-up', showFirstPassword, createAccountFromLink)
  mountMailLink(scope, ctx, '/identity/revert-email/:token', 'revert-email', showRevertEmail, revertEmail)
}

export interface OpenedLink {
  request: FastifyRequest
  purpose: Purpose
  page: Page
  token: string
  link: MailToken
  csrfToken: string
}

type Show = (
  openedLink: OpenedLink,
  reply: FastifyReply,
  ctx: Context,
) => FastifyReply | Promise<FastifyReply>
type Submit = (
  ctx: Context,
  openedLink: OpenedLink,
  form: MailLinkForm,
  reply: FastifyReply,
) => Promise<FastifyReply>

/** Mounts a page with a form: GET shows it and POST submits it; both answer links that cannot be used as expired. */
export function mountMailLink(
  scope: FastifyInstance,
  ctx: Context,
  url: string,
  purpose: Purpose,
  show: Show,
  submit: Submit,
): void {
  scope.get(url, { config: { policy: 'public' } }, async (request, reply) => {
    const openedLink = await openLink(ctx, request, purpose)
    return openedLink.link?.isUsable
      ? show(openedLink as OpenedLink, reply, ctx)
      : sendLinkExpired(openedLink, reply)
  })
  scope.post(url, { config: { policy: 'public' } }, async (request, reply) => {
    const openedLink = await openLink(ctx, request, purpose)
    const form = FORM.safeParse(request.body ?? {})
    if (
      !form.success ||
      !openedLink.link?.isUsable ||
      !passesCsrfCheck(ctx, request, openedLink.token, form.data.check)
    )
      return sendLinkExpired(openedLink, reply)
    return submit(ctx, openedLink as OpenedLink, form.data, reply)
  })
}

/** One or several fields of the same name. */
const ids = z
  .union([z.string(), z.array(z.string()).max(1000)])
  .default([])
  .transform(value => [value].flat())

const FORM = z.object({
  check: z.string().max(100).default(''),
  password: z.string().default(''),
  passkey: z.string().default(''),
  handle: z.string().max(100).default(''),
  /** Access on the page, and what of it ends. */
  shown: ids,
  end: ids,
})

export type MailLinkForm = z.infer<typeof FORM>

/** Finds the link of a request; none for a link of another vendor. */
export async function openLink(ctx: Context, request: FastifyRequest, purpose: Purpose) {
  const page = createPage(ctx.config, getRequestBrand(request))
  const { token } = request.params as { token: string }
  const mailToken = await findMailToken(ctx, token, purpose)
  const link = mailToken && isOfVendor(mailToken, page.brand.vendor) ? mailToken : undefined
  return {
    request,
    purpose,
    page,
    token,
    link: link && (await expireTakenSignUp(ctx, link)),
    csrfToken: createCsrfToken(ctx, token),
  }
}

/** A link opens only at hosts of the vendor that mailed it; a used link has no payload. */
const isOfVendor = ({ payload }: MailToken, vendor: string) =>
  payload === null || getVendorByBrand(payload.brandId) === vendor

/** Marks a sign-up link as unusable if another link has created the account of the address. */
async function expireTakenSignUp(ctx: Context, link: MailToken): Promise<MailToken> {
  if (link.purpose !== 'sign-up' || !link.isUsable) return link
  const otherCustomer = await findCustomerByEmail(ctx.db, {
    vendor: getVendorByBrand(link.payload.brandId),
    email: link.payload.email,
  })
  return otherCustomer ? { ...link, isUsable: false } : link
}

function showFirstPassword(openedLink: OpenedLink, reply: FastifyReply, ctx: Context): FastifyReply {
  return sendPage(reply, 200, renderFirstPasswordPage(openedLink.page, toFirstPasswordState(ctx, openedLink)))
}

function toFirstPasswordState(
  ctx: Context,
  { request, token, csrfToken, link: { payload } }: OpenedLink,
): FirstPasswordState {
  const { email } = payload
  return { csrfToken, email, passkeyOptions: createSignUpOptions(ctx, request, { token, email }) }
}

/**
 * Creates the account with the password or passkey chosen here, because the opened link verifies the address, and signs in;
 * the customer ends at the path that was requested before.
 */
async function createAccountFromLink(
  ctx: Context,
  openedLink: OpenedLink,
  form: MailLinkForm,
  reply: FastifyReply,
) {
  const { page, token, link, request } = openedLink
  const { email, brandId, locale, returnPath } = link.payload
  const show = (_: Page, state: NewPasswordState) =>
    renderFirstPasswordPage(page, { ...toFirstPasswordState(ctx, openedLink), ...state })
  const signUp = { token, accountId: link.accountId, email }
  const storePasskey = form.passkey ? await verifySignUpPasskey(ctx, request, signUp, form) : null
  if (form.passkey && !storePasskey) {
    const state = { ...toFirstPasswordState(ctx, openedLink), alert: page.text('sign-in.passkey-not-used') }
    return sendPage(reply, 400, renderFirstPasswordPage(page, state))
  }
  const refusal = storePasskey ? null : refusePassword(openedLink, form, show, reply)
  if (refusal) return refusal
  const passwordHash = storePasskey ? undefined : await hashPassword(form.password)
  const createdAccountId = await change(ctx, async tx => {
    const accountId = await createAccount(tx, {
      id: link.accountId,
      email,
      brandId,
      locale,
      registeredAt: ctx.clock.now(),
      passwordHash,
    })
    // If another link has created the account, this link is not consumed, because its password was not set.
    if (!accountId) return null
    await storePasskey?.(tx)
    await consumeMailToken(ctx, tx, token, 'sign-up')
    return accountId
  })
  if (!createdAccountId) return sendLinkExpired(await openLink(ctx, request, 'sign-up'), reply)
  rememberDevice(ctx, request, reply, toAttemptSubject(page.brand.vendor, email))
  ctx.log.info({ accountId: createdAccountId, brand: brandId }, 'customer registered')
  const amr = storePasskey ? PASSKEY_METHODS : ['pwd']
  const returnTo = await openReturnPath(ctx, returnPath)
  return redirectSignedIn(ctx, request, reply, { accountId: createdAccountId, amr }, returnTo)
}

function showRevertEmail({ page, link, csrfToken }: OpenedLink, reply: FastifyReply): FastifyReply {
  return sendQuestion(reply, page, csrfToken, {
    title: page.text('revert-email.title'),
    text: page.text('revert-email.text', { email: link.payload.email }),
    submit: page.text('revert-email.submit'),
  })
}

async function revertEmail(ctx: Context, openedLink: OpenedLink, _: unknown, reply: FastifyReply) {
  const { page, token } = openedLink
  const outcome = await revertEmailChange(ctx, token)
  if (outcome === 'reverted')
    return sendSuccess(page, 'revert-email.done.title', 'revert-email.done.text', reply)
  if (outcome === 'not-usable') return sendLinkExpired(openedLink, reply)
  return sendEmailTaken(page, reply)
}

/** Answers a link that would bring an address back which another account has by now. */
export const sendEmailTaken = (page: Page, reply: FastifyReply): FastifyReply =>
  sendMessage(reply, 409, page, {
    title: page.text('app.error.title'),
    text: renderContactText(page, 'revert-email.taken'),
  })

/** Shows the page again when the password is refused; null when it is accepted. */
export function refusePassword(
  { page, link, csrfToken }: OpenedLink,
  { password }: { password: string },
  show: (page: Page, state: NewPasswordState) => string,
  reply: FastifyReply,
): FastifyReply | null {
  const { issues } = checkInput(newPasswordInput, { password }, 'form')
  if (!issues) return null
  const error = toFieldErrors(page, issues).password
  return sendPage(reply, 400, show(page, { csrfToken, email: link.payload.email, password, error }))
}

export function sendSuccess(
  page: Page,
  title: MessageId,
  text: MessageId,
  reply: FastifyReply,
): FastifyReply {
  return sendMessage(reply, 200, page, { title: page.text(title), text: page.text(text) })
}

/**
 * Answers a used, expired or unknown link with 410 and the next step. The used one of a sign-up says that there is an
 * account.
 */
export function sendLinkExpired(
  { page, purpose, link }: Pick<OpenedLink, 'page' | 'purpose'> & { link: MailToken | undefined },
  reply: FastifyReply,
): FastifyReply {
  const isUsedSignUp = link?.purpose === 'sign-up' && link.payload === null
  return sendMessage(reply, 410, page, {
    title: page.text(isUsedSignUp ? 'sign-up.used.title' : 'subscription-ended.title'),
    text: isUsedSignUp
      ? page.text('sign-up.used.text')
      : html`${page.text('sign-in.link-expired')} ${renderNextStep(page, purpose)}`,
  })
}

/** How to get a new link; one that restores a former address is mailed only once. */
function renderNextStep(page: Page, purpose: Purpose): string | Html {
  if (purpose === 'revert-email') return renderContactText(page, 'revert-email.expired')
  if (purpose === 'not-me') return renderContactText(page, 'not-me.expired')
  if (purpose === 'stop-email-change')
    return page.text('stop-email-change.expired', { action: page.text('mail.security.not-me') })
  return purpose === 'sign-up'
    ? page.text('sign-in.link-expired.sign-up', { action: page.text('sign-in.create-account') })
    : page.text('sign-in.link-expired.new-password', { action: page.text('sign-in.forgot') })
}
