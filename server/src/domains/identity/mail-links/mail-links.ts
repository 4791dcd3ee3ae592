import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { checkInput } from '#contract/input/field-issues.ts'
import { type Context, change } from '#server/context.ts'
import { brandOfRequest } from '../../brands/index.ts'
import { findCustomerByEmail } from '../../customers/index.ts'
import { createAccount } from '../accounts.ts'
import { csrfTokenOf, passesCsrfCheck } from '../pages/csrf-token.ts'
import { fieldErrors } from '../pages/field-errors.ts'
import { messagePage } from '../pages/message-page.ts'
import { newPasswordPage } from '../pages/new-password-page.ts'
import { type Page, pageOf } from '../pages/page.ts'
import { sendPage } from '../pages/send-page.ts'
import { confirmPage } from '../pages/sign-up-page.ts'
import { signOutEverywhere } from '../session/sign-out.ts'
import { hashPassword } from '../sign-in/passwords.ts'
import { resetAttempts, WRONG_PASSWORDS } from '../sign-in/rate-limits.ts'
import { newPasswordInput } from '../sign-in/sign-in-input.ts'
import { setPasswordHash } from '../store/credentials.ts'
import { consumeMailToken, findMailToken, type MailToken, type Purpose } from './mail-tokens.ts'

/** Serves the pages of mailed links. GET changes nothing, because mail scanners open links; the form's POST does. */
export function serveMailLinks(scope: FastifyInstance, ctx: Context): void {
  link(scope, ctx, '/identity/new-password/:token', 'new-password', showNewPassword, saveNewPassword)
  link(scope, ctx, '/identity/confirm/:token', 'sign-up', showConfirm, confirm)
}

interface Opened {
  page: Page
  token: string
  link: MailToken
  csrfToken: string
}

type Show = (opened: Opened, reply: FastifyReply) => FastifyReply
type Submit = (
  ctx: Context,
  opened: Opened,
  form: { password: string },
  reply: FastifyReply,
) => Promise<FastifyReply>

function link(
  scope: FastifyInstance,
  ctx: Context,
  url: string,
  purpose: Purpose,
  show: Show,
  submit: Submit,
): void {
  scope.get(url, { config: { policy: 'public' } }, async (request, reply) => {
    const opened = await open(ctx, request, purpose)
    return opened.link?.usable ? show(opened as Opened, reply) : sendLinkExpired(opened, reply)
  })
  scope.post(url, { config: { policy: 'public' } }, async (request, reply) => {
    const opened = await open(ctx, request, purpose)
    const form = FORM.safeParse(request.body ?? {})
    if (
      !form.success ||
      !opened.link?.usable ||
      !passesCsrfCheck(ctx, request, opened.token, form.data.check)
    )
      return sendLinkExpired(opened, reply)
    return submit(ctx, opened as Opened, form.data, reply)
  })
}

const FORM = z.object({ check: z.string().max(100).default(''), password: z.string().max(4000).default('') })

async function open(ctx: Context, request: FastifyRequest, purpose: Purpose) {
  const page = pageOf(brandOfRequest(request))
  const { token } = request.params as { token: string }
  return { page, token, link: await findMailToken(ctx, token, purpose), csrfToken: csrfTokenOf(ctx, token) }
}

function showNewPassword({ page, link, csrfToken }: Opened, reply: FastifyReply): FastifyReply {
  return sendPage(reply, 200, newPasswordPage(page, { csrfToken, email: link.payload.email }))
}

/** Sets the new password and ends all sessions, which also signs out anyone with the old password (ASVS 7.4.3). */
async function saveNewPassword(
  ctx: Context,
  opened: Opened,
  form: { password: string },
  reply: FastifyReply,
) {
  const { page, token, link, csrfToken } = opened
  const { issues } = checkInput(newPasswordInput, form, 'form')
  if (issues) {
    const error = fieldErrors(page, issues).password
    return sendPage(reply, 400, newPasswordPage(page, { csrfToken, email: link.payload.email, error }))
  }
  const hash = await hashPassword(form.password)
  const saved = await change(ctx, async tx => {
    if (!(await consumeMailToken(ctx, tx, token, 'new-password'))) return false
    await setPasswordHash(tx, link.accountId, hash, ctx.clock.now())
    return true
  })
  if (!saved) return sendLinkExpired(opened, reply)
  await signOutEverywhere(ctx, link.accountId)
  await resetAttempts(ctx, WRONG_PASSWORDS, link.payload.email)
  ctx.log.info({ accountId: link.accountId }, 'password changed')
  return done(page, 'sign-in.new-password.saved', reply)
}

function showConfirm({ page, link, csrfToken }: Opened, reply: FastifyReply): FastifyReply {
  return sendPage(reply, 200, confirmPage(page, csrfToken, link.payload.email))
}

/** Creates the account: the opened link verifies the address. */
async function confirm(ctx: Context, opened: Opened, _form: { password: string }, reply: FastifyReply) {
  const { page, token, link } = opened
  const { email, brandId, locale, passwordHash } = link.payload
  const now = ctx.clock.now()
  const created = await change(ctx, async tx => {
    if (!passwordHash || !(await consumeMailToken(ctx, tx, token, 'sign-up'))) return null
    return createAccount(tx, {
      id: link.accountId,
      email,
      brandId,
      locale,
      registeredAt: now,
      passwordHash,
    })
  })
  // Requested twice and confirmed twice: the first account counts.
  if (!created && !(await findCustomerByEmail(ctx.db, email))) return sendLinkExpired(opened, reply)
  if (created) ctx.log.info({ accountId: created, brand: brandId }, 'customer registered')
  return done(page, 'sign-up.confirmed', reply)
}

function done(
  page: Page,
  text: 'sign-in.new-password.saved' | 'sign-up.confirmed',
  reply: FastifyReply,
): FastifyReply {
  const title =
    text === 'sign-up.confirmed'
      ? page.text('sign-up.confirm.title')
      : page.text('sign-in.new-password.title')
  const to = { address: '/', label: page.text('sign-in.submit') }
  return sendPage(reply, 200, messagePage(page, { title, text: page.text(text), to }))
}

/** Answers a used, expired or unknown link with 410; a repeated confirmation of a sign-up with success. */
function sendLinkExpired(
  { page, link }: { page: Page; link: MailToken | undefined },
  reply: FastifyReply,
): FastifyReply {
  if (link?.purpose === 'sign-up' && link.payload === null) return done(page, 'sign-up.confirmed', reply)
  const to = { address: '/', label: page.text('sign-in.submit') }
  return sendPage(
    reply,
    410,
    messagePage(page, { title: page.text('app.error.title'), text: page.text('sign-in.link-expired'), to }),
  )
}
