import { type Html, html } from '#html/html.ts'
import { createInstantFormat } from '#server/platform/mail/request-facts.ts'
import { renderForm } from './fields.ts'
import { type IconName, renderIcon } from './icons.ts'
import { type Page, renderDocument } from './page.ts'

interface NotMeState {
  csrfToken: string
  /** The recipient of the mail. */
  email: string
  /** The address that is brought back; null if the account keeps its own. */
  restoredEmail: string | null
  devices: number
  isBusiness: boolean
  /** Whether passkeys older than 30 days stay. */
  keepsPasskeys: boolean
}

/** Renders the page behind the mailed link that ends all access: what it ends, and a way out. */
export function renderNotMePage(page: Page, state: NotMeState): string {
  const { text } = page
  const ends: (readonly [icon: IconName, text: string])[] = [
    ...(state.restoredEmail
      ? [['mail', text('not-me.ends.email', { email: state.restoredEmail })] as const]
      : []),
    ['monitor', text('not-me.ends.access', { count: state.devices })],
    ['key-round', text(state.keepsPasskeys ? 'not-me.ends.password-and-new' : 'not-me.ends.password')],
    ...(state.isBusiness ? [['webhook', text('not-me.ends.systems')] as const] : []),
    ['undo-2', text('not-me.ends.closed')],
  ]
  return renderDocument(
    page,
    text('not-me.title'),
    html`<span class="round critical">${renderIcon('shield-alert')}</span>
<h1>${text('not-me.title')}</h1>
<p class="lead">${text('not-me.text', { email: state.email })}</p>
<ul class="ends">${ends.map(renderEnd)}</ul>
${renderForm(state.csrfToken, [], text('not-me.submit'), { kind: 'danger' })}
<p class="links"><a href="/">${text('not-me.stay')}</a></p>`,
    'single',
  )
}

const renderEnd = ([icon, text]: readonly [IconName, string]): Html =>
  html`<li>${renderIcon(icon)}<span>${text}</span></li>`

/** Renders the page of a locked account, which sends the link to choose a new password again. */
export function renderLockedPage(
  page: Page,
  { csrfToken, email, effectiveAt }: { csrfToken: string; email: string; effectiveAt: Date | null },
): string {
  const { text, brand } = page
  const format = createInstantFormat(brand.locale, brand.timeZone)
  const message = effectiveAt
    ? text('mail.security.recovery.text', { date: format(effectiveAt) })
    : text('not-me.done.text', { email })
  return renderDocument(
    page,
    text('not-me.done.title'),
    html`<span class="round">${renderIcon('shield-check')}</span>
<h1>${text('not-me.done.title')}</h1>
<p class="lead" role="status">${message}</p>
${renderForm(csrfToken, [], text('not-me.done.again'))}
<p class="links"><a href="${page.brand.addresses.contact}">${page.text('app.contact-customer-care')}</a></p>`,
    'single',
  )
}
