import type { Texts } from '../i18n/texts.ts'
import type { SessionManager } from './session.ts'

/** Names days in the time zone of the customer's brand as soon as there is a session, whatever the host's brand is. */
export function applyCustomerZone(texts: Texts, session: SessionManager): void {
  const apply = () => {
    const state = session.state()
    if (state.status === 'signed-in') texts.timeZone = state.timeZone ?? texts.timeZone
  }
  session.subscribe(apply)
  apply()
}
