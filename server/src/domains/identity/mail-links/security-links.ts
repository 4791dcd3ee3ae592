import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Context, change } from '#server/context.ts'
import { createInstantFormat } from '#server/platform/mail/request-facts.ts'
import { findEntry, isWaiting, stopEntry } from '../../journal/index.ts'
import { stopEmailChange } from '../email-change/email-change.ts'
import { endAllAccessByLink, findLockedState, previewNotMe, resendRecovery } from '../lock-account/not-me.ts'
import { passesCsrfCheck } from '../pages/csrf-token.ts'
import { sendMessage } from '../pages/message-page.ts'
import { renderLockedPage, renderNotMePage } from '../pages/not-me-page.ts'
import type { Page } from '../pages/page.ts'
import { sendQuestion } from '../pages/question-page.ts'
import { sendPage } from '../pages/send-page.ts'
import { mountMailLink, type OpenedLink, openLink, sendEmailTaken, sendLinkExpired } from './mail-links.ts'
import { consumeMailToken } from './mail-tokens.ts'

/** Serves the links of mails about an account's security. GET changes nothing. */
export function serveSecurityLinks(scope: FastifyInstance, ctx: Context): void {
  scope.get(NOT_ME, { config: { policy: 'public' } }, (request, reply) => showNotMe(ctx, request, reply))
  scope.post(NOT_ME, { config: { policy: 'public' } }, (request, reply) => submitNotMe(ctx, request, reply))
  mountMailLink(
    scope,
    ctx,
    '/identity/stop-email-change/:token',
    'stop-email-change',
    ({ page, csrfToken }, reply) =>
      sendQuestion(reply, page, csrfToken, {
        title: page.text('stop-email-change.title'),
        text: page.text('stop-email-change.text'),
        submit: page.text('stop-email-change.submit'),
      }),
    submitStop,
  )
  mountMailLink(scope, ctx, '/identity/stop-erasure/:token', 'stop-erasure', showErasure, stopErasure)
}

const NOT_ME = '/identity/not-me/:token'

async function showNotMe(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const openedLink = await openLink(ctx, request, 'not-me')
  const { page, link, csrfToken } = openedLink
  if (!link?.isUsable) return showUsed(ctx, openedLink, reply)
  const preview = await previewNotMe(ctx, link.accountId)
  if (!preview) return sendLinkExpired(openedLink, reply)
  return sendPage(reply, 200, renderNotMePage(page, { csrfToken, email: link.payload.email, ...preview }))
}

/** Ends all access; a repetition changes nothing, except that it mails the recovery link of a locked account again. */
async function submitNotMe(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const openedLink = await openLink(ctx, request, 'not-me')
  const { page, link, token } = openedLink
  const form = FORM.safeParse(request.body ?? {})
  if (!link || !form.success || !passesCsrfCheck(ctx, request, token, form.data.check))
    return sendLinkExpired(openedLink, reply)
  const outcome = link.isUsable
    ? await endAllAccessByLink(ctx, { token, accountId: link.accountId })
    : 'not-usable'
  if (outcome === 'taken') return sendEmailTaken(page, reply)
  if (outcome === 'not-usable' && (await findLockedState(ctx, link)))
    await resendRecovery(ctx, link.accountId)
  return showUsed(ctx, openedLink, reply)
}

const FORM = z.object({ check: z.string().max(100).default('') })

/** Shows that the account is locked, until its owner has chosen a new password; then the link has expired. */
async function showUsed(
  ctx: Context,
  openedLink: Awaited<ReturnType<typeof openLink>>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { page, link, csrfToken } = openedLink
  const state = link && (await findLockedState(ctx, link))
  return state
    ? sendPage(reply, 200, renderLockedPage(page, { csrfToken, ...state }))
    : sendLinkExpired(openedLink, reply)
}

async function submitStop(
  ctx: Context,
  openedLink: OpenedLink,
  _: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { page, token, link } = openedLink
  const isStopped = await change(ctx, async tx => {
    if (!(await consumeMailToken(ctx, tx, token, 'stop-email-change'))) return false
    await stopEmailChange(ctx, tx, link.accountId)
    return true
  })
  if (!isStopped) return sendLinkExpired(openedLink, reply)
  return sendMessage(reply, 200, page, {
    title: page.text('stop-email-change.done.title'),
    text: page.text('stop-email-change.done.text', { action: page.text('mail.security.not-me') }),
    to: { address: '/settings/security', label: page.text('mail.security.action') },
  })
}

/** Asks whether an erasure that waits is stopped; says that it is too late once it has taken effect. */
async function showErasure(
  { page, csrfToken, link }: OpenedLink,
  reply: FastifyReply,
  ctx: Context,
): Promise<FastifyReply> {
  const entry = await findEntry(ctx.db, link.accountId, link.payload.entryId!)
  if (!entry || !isWaiting(ctx, entry)) return sendTooLate(page, reply)
  const format = createInstantFormat(page.brand.locale, page.brand.timeZone)
  return sendQuestion(reply, page, csrfToken, {
    title: page.text('stop-erasure.title'),
    text: page.text('stop-erasure.text', { date: format(entry.effective_at!) }),
    submit: page.text('stop-erasure.submit'),
  })
}

/** Stops the erasure; the link stays, so that a repetition says the same. */
async function stopErasure(
  ctx: Context,
  { page, link: { accountId, payload } }: OpenedLink,
  _: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!(await stopEntry(ctx, { account_id: accountId, entry_id: payload.entryId! })))
    return sendTooLate(page, reply)
  return sendMessage(reply, 200, page, {
    title: page.text('stop-erasure.done.title'),
    text: page.text('stop-erasure.done.text', { action: page.text('mail.security.not-me') }),
    to: { address: '/my-photos/deleted', label: page.text('bin.title') },
  })
}

const sendTooLate = (page: Page, reply: FastifyReply): FastifyReply =>
  sendMessage(reply, 410, page, {
    title: page.text('stop-erasure.late.title'),
    text: page.text('stop-erasure.late.text', { action: page.text('mail.security.not-me') }),
  })
