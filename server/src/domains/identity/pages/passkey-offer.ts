import { type Html, html } from '#html/html.ts'
import { renderIcon } from './icons.ts'
import type { Page } from './page.ts'

/**
 * Renders the button that uses or makes a passkey by these options (JSON of WebAuthn), and the field that submits what the
 * browser answers. Script shows it where the browser knows passkeys; the options are in the page, because Safari wants the
 * call in the press itself.
 */
export function renderPasskeyOffer(
  { text }: Page,
  { label, options, isAlternative }: { label: string; options: object; isAlternative?: boolean },
): Html {
  return html`<div class="passkey" hidden>
<input type="hidden" name="passkey">
${isAlternative ? html`<p class="or">${text('sign-in.or')}</p>` : null}
<button class="secondary" type="button" data-options="${JSON.stringify(options)}">${renderIcon('fingerprint-pattern')}<span>${label}</span></button>
<p class="error" role="alert" hidden>${text('sign-in.passkey-not-used')}</p>
</div>`
}
