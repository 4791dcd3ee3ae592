import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Context, change } from '#server/context.ts'
import type { AccessSource } from '#server/domain.ts'
import { describeRequest } from '#server/http/describe-request.ts'
import { createInstantFormat } from '#server/platform/mail/request-facts.ts'
import { lockCustomer } from '../../customers/index.ts'
import { listNewAccess } from '../access/revoke-access.ts'
import { accessRevoked } from '../events.ts'
import {
  type MailLinkForm,
  mountMailLink,
  type OpenedLink,
  refusePassword,
  sendLinkExpired,
  sendSuccess,
} from '../mail-links/mail-links.ts'
import { consumeMailToken } from '../mail-links/mail-tokens.ts'
import type { ListedAccess } from '../pages/ended-access.ts'
import { sendMessage } from '../pages/message-page.ts'
import { renderNewPasswordPage } from '../pages/new-password-page.ts'
import { sendPage } from '../pages/send-page.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import { rememberDevice } from '../sign-in/known-devices.ts'
import { hashPassword } from '../sign-in/passwords.ts'
import { resetAttempts, WRONG_PASSWORD_LIMIT } from '../sign-in/rate-limits.ts'
import { toAttemptSubject } from '../sign-in/sign-in.ts'
import { setPasswordHash } from '../store/credentials.ts'

/** Serves the link by which a customer chooses a new password, and what ends with the old one. */
export function serveNewPasswordLink(
  scope: FastifyInstance,
  ctx: Context,
  listSources: () => readonly AccessSource[],
): void {
  const url = '/identity/new-password/:token'
  mountMailLink(
    scope,
    ctx,
    url,
    'new-password',
    (openedLink, reply) => showNewPassword(ctx, listSources(), openedLink, reply),
    (_ctx, openedLink, form, reply) => saveNewPassword(ctx, listSources(), openedLink, form, reply),
  )
}

async function showNewPassword(
  ctx: Context,
  sources: readonly AccessSource[],
  openedLink: OpenedLink,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { page, link, csrfToken, request } = openedLink
  if (isWaiting(ctx, openedLink)) return sendWaiting(openedLink, 200, reply)
  const { network } = describeRequest(request)
  const accesses = await listAccesses(ctx, sources, link.accountId, network, null)
  return sendPage(reply, 200, renderNewPasswordPage(page, { csrfToken, email: link.payload.email, accesses }))
}

/** Whether the link waits, because its account has a passkey that its owner can use. */
const isWaiting = ({ clock }: Context, { link }: OpenedLink) =>
  link.payload.notBefore !== undefined && new Date(link.payload.notBefore) > clock.now()

function sendWaiting({ page, link }: OpenedLink, status: number, reply: FastifyReply): FastifyReply {
  const { locale, timeZone } = page.brand
  const date = createInstantFormat(locale, timeZone)(new Date(link.payload.notBefore!))
  return sendMessage(reply, status, page, {
    title: page.text('recover.waits.title', { date }),
    text: page.text('recover.waits.text'),
  })
}

/** Lists what ends; by default all that was not used from the network of this browser. */
async function listAccesses(
  ctx: Context,
  sources: readonly AccessSource[],
  accountId: string,
  network: string | null,
  form: Pick<MailLinkForm, 'shown' | 'end'> | null,
): Promise<ListedAccess[]> {
  const accesses = await listNewAccess(ctx, sources, accountId)
  return accesses.map(({ kind, entry }) => {
    const { lastUsedFrom = null } = entry as { lastUsedFrom?: string | null }
    const isOfOwnNetwork = lastUsedFrom !== null && lastUsedFrom === network
    const ends = form?.shown.includes(entry.id) ? form.end.includes(entry.id) : !isOfOwnNetwork
    return { kind, entry, ends, isOfOwnNetwork }
  })
}

/**
 * Sets the new password, and ends links, sessions and new access of the account in one transaction, so that
 * anyone with the old password is signed out (ASVS 7.4.3). What the page did not show is listed in the transaction, and ends.
 */
async function saveNewPassword(
  ctx: Context,
  sources: readonly AccessSource[],
  openedLink: OpenedLink,
  form: MailLinkForm,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { page, token, link, request } = openedLink
  const { accountId } = link
  if (isWaiting(ctx, openedLink)) return sendWaiting(openedLink, 409, reply)
  const { network } = describeRequest(request)
  const accesses = await listAccesses(ctx, sources, accountId, network, form)
  const refusal = refusePassword(
    openedLink,
    form,
    (shownPage, state) => renderNewPasswordPage(shownPage, { ...state, accesses }),
    reply,
  )
  if (refusal) return refusal
  const hash = await hashPassword(form.password)
  const keepIds = form.shown.filter(id => !form.end.includes(id))
  const isSaved = await change(ctx, async tx => {
    await lockCustomer(tx, accountId)
    if (!(await consumeMailToken(ctx, tx, token, 'new-password'))) return false
    await setPasswordHash(tx, accountId, hash, ctx.clock.now())
    const cause = 'password-reset'
    await ctx.events.emit(tx, accessRevoked, { accountId, cause, keepGrantId: null, keepIds })
    await recordSecurityEvent(ctx, tx, { accountId, kind: 'password.changed' })
    return true
  })
  if (!isSaved) return sendLinkExpired(openedLink, reply)
  const subject = toAttemptSubject(page.brand.vendor, link.payload.email)
  await resetAttempts(ctx, WRONG_PASSWORD_LIMIT, subject)
  rememberDevice(ctx, request, reply, subject)
  ctx.log.info({ accountId }, 'password changed')
  return sendSuccess(page, 'sign-in.new-password.title', 'sign-in.new-password.saved', reply)
}
