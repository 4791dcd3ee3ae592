import { type AccessSource, type Domain, defineDomain } from '#server/domain.ts'
import { registerFormParser } from '#server/http/body-parsers.ts'
import { setSignIns } from '#server/http/step-up.ts'
import { on } from '#server/platform/events/events.ts'
import { revokeAccess } from './access/revoke-access.ts'
import { createAccessRoutes } from './access/routes.ts'
import { mountAccountSocket } from './account-socket.ts'
import { emailChangeRoutes } from './email-change/routes.ts'
import { identityEraser } from './erasure.ts'
import { accessRevoked, emailChanged } from './events.ts'
import { identityJobs } from './jobs.ts'
import { identityListeners } from './listeners.ts'
import { notMeRoutes } from './lock-account/routes.ts'
import { mailLinkAccess } from './mail-links/mail-link-access.ts'
import { serveMailLinks } from './mail-links/mail-links.ts'
import { serveSecurityLinks } from './mail-links/security-links.ts'
import { serveAssets } from './pages/assets.ts'
import { passkeyAccess } from './passkeys/access.ts'
import { serveRelatedOrigins } from './passkeys/related-origins.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { passwordRoutes } from './password/routes.ts'
import { serveNewPasswordLink } from './recovery/new-password-link.ts'
import { recoveryRoutes } from './recovery/routes.ts'
import { secretCommand } from './secret/command.ts'
import { setInProcessApp } from './session/authority.ts'
import { deviceAccess } from './session/device-access.ts'
import { deviceRoutes } from './session/device-routes.ts'
import { storeDeviceUses } from './session/device-use.ts'
import { recentSignIns } from './session/recent-sign-ins.ts'
import { sessionRoutes } from './session/routes.ts'
import { serveSignInStart } from './session/start-sign-in.ts'
import { identityTables } from './tables.ts'

export { createAccount } from './accounts.ts'
export { accessRevoked, emailChanged } from './events.ts'
export { findEarliestErasure } from './former-emails/former-emails.ts'
export { hashSecret } from './hash.ts'
export { enqueueMailLink } from './mail-links/mail-link.ts'
export { consumeMailToken, extendOwnerMailTokens, findMailToken } from './mail-links/mail-tokens.ts'
export { requireOwnIdentity } from './own-identity.ts'
export { renderIcon } from './pages/icons.ts'
export { renderLinkedText, renderMessagePage } from './pages/message-page.ts'
export { createPage, type Page, renderDocument } from './pages/page.ts'
export { sendPage } from './pages/send-page.ts'
export { adoptSecret, checkSecret, claimSecret } from './secret/fingerprint.ts'
export {
  describeRequest,
  type RequestDescription,
  shortenAddress,
} from './security-events/describe-request.ts'
export { recordSecurityEvent } from './security-events/record-security-event.ts'
export { authenticate, authenticateToken } from './session/authenticate.ts'
export { type AccessAuthor, lockForNewAccess } from './session/lock-for-new-access.ts'
export { refreshCookieSession } from './session/routes.ts'
export { hasSessionMark } from './session/session-cookies.ts'
export { hashPassword } from './sign-in/passwords.ts'
export { countAttempt, type RateLimit, refundAttempt } from './sign-in/rate-limits.ts'
export { createSharedRequestCounts } from './sign-in/request-counts.ts'
export { listSecurityEvents } from './store/security-events.ts'

/**
 * Sign-in: the embedded OpenID Connect provider with its pages, the token endpoint of the web, and the list of what grants access to
 * an account. `listSources` lists the access of all domains; it is called when all of them are declared.
 */
export const createIdentity = (listSources: () => readonly AccessSource[]): Domain =>
  defineDomain({
    name: 'identity',
    dependsOn: ['brands', 'mails', 'customers'],
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
