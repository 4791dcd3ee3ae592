import type { KoaContextWithOIDC } from 'oidc-provider'
import { html, rawHtml } from '#html/html.ts'
import { type Page, renderDocument } from '../pages/page.ts'
import { PAGE_HEADERS } from '../pages/send-page.ts'

/**
 * RP-initiated logout: a request with an id token hint of the same session ends it without confirmation; any other is
 * confirmed first, because another site could have caused it (OpenID RP-Initiated Logout 1.0, section 2).
 */
export function createLogoutSource(page: Page) {
  return async (koa: KoaContextWithOIDC, form: string): Promise<void> => {
    const { session, entities, params } = koa.oidc
    const hintedAccountId = (entities.IdTokenHint as { payload?: { sub?: string } } | undefined)?.payload?.sub
    if (!session || hintedAccountId === undefined || hintedAccountId !== session.accountId) {
      koa.set(PAGE_HEADERS)
      koa.body = renderSignOutPage(page, form)
      return
    }
    for (const { grantId } of Object.values(session.authorizations ?? {}))
      if (grantId) await koa.oidc.provider.Grant.adapter.destroy(grantId)
    await session.destroy()
    koa.oidc.cookies.set(koa.oidc.provider.cookieName('session'), null, { path: '/identity', signed: true })
    const target = new URL(
      (params?.post_logout_redirect_uri as string | undefined) ?? koa.oidc.urlFor('end_session_success'),
    )
    if (params?.state) target.searchParams.set('state', String(params.state))
    koa.status = 303
    koa.redirect(target.href)
  }
}

/**
 * Asks for confirmation. `form` is the provider's, with its own CSRF token; our button is outside and refers to it by
 * id.
 */
function renderSignOutPage(page: Page, form: string): string {
  const { text } = page
  return renderDocument(
    page,
    text('sign-out.title'),
    html`<h1>${text('sign-out.title')}</h1>
${rawHtml(form)}
<button class="primary" type="submit" form="op.logoutForm" name="logout" value="yes">${text('sign-out.submit')}</button>
<p class="links"><a href="/">${text('sign-out.stay')}</a></p>`,
  )
}
