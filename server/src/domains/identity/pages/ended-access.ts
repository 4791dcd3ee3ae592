import type { AccessKind } from '#contract/security.ts'
import { type Html, html } from '#html/html.ts'
import { createDayFormat } from '#server/platform/mail/request-facts.ts'
import type { NewAccess } from '../access/revoke-access.ts'
import type { Page } from './page.ts'

/** New access on the page of a new password, with the choice whether it ends. */
export interface ListedAccess extends NewAccess {
  ends: boolean
  isOfOwnNetwork: boolean
}

/**
 * Renders what saving the password ends. The ids of what is shown are sent as well: what is made while the page is open has no
 * box, and ends.
 */
export function renderEndedAccess(page: Page, accesses: readonly ListedAccess[]): Html {
  const { text } = page
  return html`<fieldset class="field">
<legend>${text('recover.ends')}</legend>
<ul class="ends">
<li>${text('recover.devices')}</li>
${accesses.map(access => renderAccess(page, access))}
</ul>
</fieldset>`
}

function renderAccess(page: Page, { kind, entry, ends, isOfOwnNetwork }: ListedAccess): Html {
  const { text, brand } = page
  const date = createDayFormat(brand.locale, brand.timeZone)(new Date(entry.createdAt))
  const created = text(isOfOwnNetwork ? 'recover.created-own-network' : 'recover.created', { date })
  return html`<li><label class="check"><input type="hidden" name="shown" value="${entry.id}"><input type="checkbox" name="end" value="${entry.id}"${ends ? html` checked` : null}><span>${formatName(page, kind, entry)}<small>${created}</small></span></label></li>`
}

function formatName({ text }: Page, kind: AccessKind, entry: NewAccess['entry']): string {
  const { name = '', hint = '', address = '' } = entry as { name?: string; hint?: string; address?: string }
  switch (kind) {
    case 'passkeys':
      return text('recover.passkey', { name })
    case 'apiKeys':
      return text('security.api-key', { name })
    case 'sftpKeys':
      return text('security.sftp-key', { name })
    case 'sftpPassword':
      return text('security.sftp-password')
    case 'callbackAddress':
      return text('recover.callback-address', { address: URL.parse(address)?.host ?? address })
    case 'callbackSecrets':
      return text('recover.callback-secret', { hint })
    default:
      throw new Error(`Access of the kind ${kind} always ends`)
  }
}
