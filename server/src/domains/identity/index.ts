import type { FastifyInstance } from 'fastify'
import { brands, getRpIdByHost, listHostsOfRpId } from '#brands/index.ts'
import * as contract from '#contract/recovery.ts'
import { type Context, change, type Tx } from '#server/context.ts'
import {
  type AccessSource,
  type AccountEraser,
  type Domain,
  defineAccess,
  defineDomain,
} from '#server/domain.ts'
import { registerFormParser } from '#server/http/body-parsers.ts'
import { notFound } from '#server/http/failure.ts'
import { getRequestOrigin } from '#server/http/origin.ts'
import { route } from '#server/http/route.ts'
import { mountSocket } from '#server/http/socket.ts'
import { setSignIns } from '#server/http/step-up.ts'
import { type AccountRows, countAccountRows, deleteAccountRows } from '#server/platform/db/account-rows.ts'
import { type Listener, on } from '#server/platform/events/events.ts'
import { getQuietMs, subscribeToAccount } from '#server/platform/push/account-channel.ts'
import {
  accountClosed,
  checkoutDetailsChanged,
  findCustomer,
  invoiceEmailChanged,
} from '../customers/index.ts'
import { revokeAccess } from './access/revoke-access.ts'
import { createAccessRoutes } from './access/routes.ts'
import { emailChangeRoutes } from './email-change/email-change.ts'
import { accessRevoked, emailChanged } from './events.ts'
import { formerEmailCase } from './former-emails/case-lines.ts'
import { identityJobs } from './jobs.ts'
import { notMeRoutes } from './lock-account/not-me.ts'
import { mailLinkAccess } from './mail-links/mail-link-access.ts'
import { serveMailLinks } from './mail-links/mail-links.ts'
import { endLinksOfAccount } from './mail-links/mail-tokens.ts'
import { serveSecurityLinks } from './mail-links/security-links.ts'
import { serveAssets } from './pages/assets.ts'
import { passkeyRoutes, toPasskey } from './passkeys/passkeys.ts'
import { deletePasskeys, listPasskeys } from './passkeys/store.ts'
import { passwordRoutes } from './password/routes.ts'
import { serveNewPasswordLink } from './recovery/new-password-link.ts'
import { findPendingRecovery, stopRecovery } from './recovery/pending-recovery.ts'
import { secretCommand } from './secret/command.ts'
import { mailFirstChange, recordSecurityEvent } from './security-events/record-security-event.ts'
import { authenticateToken } from './session/authenticate.ts'
import { setInProcessApp } from './session/authority.ts'
import { deviceAccess, deviceRoutes } from './session/device-access.ts'
import { storeDeviceUses } from './session/device-use.ts'
import { endSessions } from './session/end-sessions.ts'
import { recentSignIns } from './session/recent-sign-ins.ts'
import { sessionRoutes } from './session/routes.ts'
import { serveSignInStart } from './session/start-sign-in.ts'
import { getAccountRowsSql } from './store/account-rows.ts'
import { identityTables } from './tables.ts'

export { createAccount } from './accounts.ts'
export { accessRevoked, emailChanged } from './events.ts'
export { findEarliestErasure } from './former-emails/former-emails.ts'
export { hashSecret } from './hash.ts'
export { enqueueMailLink } from './mail-links/mail-link.ts'
export { consumeMailToken, extendProtectiveLinks, findMailToken } from './mail-links/mail-tokens.ts'
export { requireOwnIdentity } from './own-identity.ts'
export { renderIcon } from './pages/icons.ts'
export { renderLinkedText, sendMessage } from './pages/message-page.ts'
export { createPage, type Page, renderDocument } from './pages/page.ts'
export { sendPage } from './pages/send-page.ts'
export { hasTrustedPasskey } from './passkeys/passkeys.ts'
export { checkSecret, claimSecret } from './secret/command.ts'
export { mailEntry, recordSecurityEvent } from './security-events/record-security-event.ts'
export { authenticate, authenticateToken } from './session/authenticate.ts'
export { isKnownDevice } from './session/known-device.ts'
export { type AccessAuthor, lockForNewAccess } from './session/lock-for-new-access.ts'
export { refreshCookieSession } from './session/routes.ts'
export { hasSessionMark } from './session/session-cookies.ts'
export { hashPassword } from './sign-in/passwords.ts'
export { countAttempt, type RateLimit, refundAttempt, requireAttempt } from './sign-in/rate-limits.ts'
export { createSharedRequestCounts } from './sign-in/request-counts.ts'

/** The recovery by mail that waits, which any signed-in device can stop. */
const recoveryRoutes = [
  route(contract.getRecovery, async ({ ctx, caller }) => {
    const pending = await findPendingRecovery(ctx, ctx.db, caller.accountId)
    return {
      pending: pending && {
        requestedAt: pending.requestedAt.toISOString(),
        effectiveAt: pending.effectiveAt.toISOString(),
      },
    }
  }),
  route(contract.stopRecovery, ({ ctx, caller }) => stopRecovery(ctx, caller.accountId)),
]

/** Passkeys sign in to an account. They are read at each sign-in, so that a deleted one is refused at once. */
export const passkeyAccess = defineAccess({
  kind: 'passkeys',
  tables: ['passkeys'],
  list: async (_ctx, db, accountId) => (await listPasskeys(db, accountId)).map(toPasskey),
  end: (_ctx, tx, accountId, ids) => deletePasskeys(tx, accountId, ids),
})

/** Rate limit counters stay until they expire: their keys are keyed hashes, not addresses. */
const identityEraser: AccountEraser = {
  count: async (ctx, accountId) => countAccountRows(ctx.db, await listAccountRows(ctx, accountId)),
  async erase(ctx, { accountId }) {
    await change(ctx, tx => endSessions(ctx, tx, accountId, 'all', { cause: 'account-closed' }))
    await deleteAccountRows(ctx.db, await listAccountRows(ctx, accountId))
  },
}

/** Ends the mailed links and sessions of a closed account, and mails the owner what others may have changed. */
const identityListeners: readonly Listener<Context>[] = [
  on(accountClosed, async (ctx, tx, { accountId }) => {
    await endLinksOfAccount(ctx, tx, accountId)
    await endSessions(ctx, tx, accountId, 'all', { cause: 'account-closed' })
  }),
  on(checkoutDetailsChanged, mailFirstChange),
  on(invoiceEmailChanged, async (ctx: Context, tx: Tx, change) => {
    const { accountId, from, to, heldUntil, previousHeldUntil } = change
    const customer = await findCustomer(tx.db, accountId)
    await recordSecurityEvent(ctx, tx, {
      accountId,
      kind: 'invoice-email.changed',
      subject: 'business-details',
      before: { invoice_email: from },
      detail: {
        ...(heldUntil && { effectiveAt: heldUntil.toISOString() }),
        ...(previousHeldUntil && { previousHeldUntil: previousHeldUntil.toISOString() }),
      },
      // Those who read the invoices need not be the owner.
      noticeTo: [from, to].filter(email => email !== customer?.email),
    })
  }),
]

/**
 * Sign-in: the embedded OpenID Connect provider with its pages, the token endpoint of the web, and the list of what grants access to
 * an account. `listSources` lists the access of all domains; it is called when all of them are declared.
 */
export const createIdentity = (listSources: () => readonly AccessSource[]): Domain =>
  defineDomain({
    name: 'identity',
    caseLines: formerEmailCase,
    dependsOn: ['brands', 'journal', 'mails', 'customers'],
    tables: identityTables,
    routes: [
      ...sessionRoutes,
      ...deviceRoutes,
      ...emailChangeRoutes,
      ...passwordRoutes,
      ...passkeyRoutes,
      ...notMeRoutes,
      ...recoveryRoutes,
      ...createAccessRoutes(listSources),
    ],
    async mount(app, ctx) {
      setInProcessApp(ctx, app)
      setSignIns(ctx, recentSignIns)
      mountAccountSocket(app, ctx)
      storeDeviceUses(app, ctx)
      serveAssets(app)
      serveSignInStart(app, ctx)
      // With an external provider there is no sign-in here.
      if (ctx.config.oidc) return
      serveRelatedOrigins(app, ctx)
      // Loaded where they are served: a command needs no provider.
      const { serveSignInPages } = await import('./sign-in/sign-in-pages.ts')
      const { mountProvider } = await import('./provider/mount-provider.ts')
      await app.register(async scope => {
        registerFormParser(scope, FORM_MAX)
        serveSignInPages(scope, ctx)
        serveMailLinks(scope, ctx)
        serveNewPasswordLink(scope, ctx, listSources)
        serveSecurityLinks(scope, ctx)
      })
      await mountProvider(app, ctx)
    },
    jobs: identityJobs,
    listeners: [
      ...identityListeners,
      on(accessRevoked, (ctx, tx, revocation) => revokeAccess(ctx, tx, listSources(), revocation)),
    ],
    emits: [accessRevoked, emailChanged],
    access: [deviceAccess, mailLinkAccess, passkeyAccess],
    commands: [secretCommand],
    eraseAccount: identityEraser,
  })

/** Bytes of a form; the largest has an address and a password. */
const FORM_MAX = 16 * 1024

async function listAccountRows(ctx: Context, accountId: string): Promise<AccountRows> {
  const customer = await findCustomer(ctx.db, accountId)
  const { email = null, vendor } = customer ?? {}
  const brandIds = brands.filter(brand => brand.vendor === vendor).map(brand => brand.id)
  return getAccountRowsSql(accountId, email, brandIds)
}

/** Serves the origins that share the passkeys of an RP ID (WebAuthn Level 3, 5.11), at the host of that name. */
function serveRelatedOrigins(app: FastifyInstance, { config }: Context): void {
  const securityHeaders = { 'cross-origin-resource-policy': 'cross-origin' }
  app.get(
    '/.well-known/webauthn',
    { config: { policy: 'public', securityHeaders } },
    async (request, reply) => {
      const origin = new URL(getRequestOrigin(config, request))
      if (getRpIdByHost(origin.hostname) !== origin.hostname) throw notFound('RP ID')
      const origins = listHostsOfRpId(origin.hostname).map(
        host => `${origin.protocol}//${host}${origin.port && `:${origin.port}`}`,
      )
      return reply.header('cache-control', 'public, max-age=3600').send({ origins })
    },
  )
}

/** Mounts the socket of all messages to an account's open pages. */
function mountAccountSocket(app: FastifyInstance, ctx: Context): void {
  mountSocket(app, ctx, {
    url: '/api/push/library',
    verify: (token, host) => authenticateToken(ctx, token, host),
    open({ accountId }, { send }) {
      const unsubscribe = subscribeToAccount(ctx, accountId, send)
      // Sent after subscribing, so that a page that reads the library now misses no change. `quietMs` shows a page that
      // has read it already whether it missed one.
      send({ type: 'ready', quietMs: getQuietMs(ctx, accountId) })
      return unsubscribe
    },
  })
}
