import { getRefusals, type RetailerRefusal } from '#contract/retailer-refusals.ts'
import { html } from '#html/html.ts'
import { CALL_BEHAVIOURS, type Shop } from '../context.ts'
import type { Page } from '../pages/page.ts'
import { createButtons, type OfficeItem, type OfficePage } from './page.ts'

/** The page on which the back office says how the shop answers the calls of the library. */
export const createOutboxPage = ({ calls }: Shop): OfficePage => ({
  name: 'outbox',
  title: 'Outbox behaviour',
  text: 'How this shop answers the calls of the library: address changes, cancellations, withdrawals and reports. It accepts them again after a restart.',
  list() {
    const choose = (behaviour: typeof calls.behaviour): undefined => {
      calls.behaviour = behaviour
    }
    const forms = [createButtons(CALL_BEHAVIOURS, choose, each => each === calls.behaviour)]
    return [{ id: 'behaviour', title: `Every call: ${calls.behaviour}`, facts: [], forms }]
  },
})

/** The page of what Keepsake refused and why. */
export const createRefusalsPage = ({ keepsake }: Shop): OfficePage => ({
  name: 'refusals',
  title: 'Refused data',
  text: 'What the library did not accept, or stored with problems, and why, the newest first. A version that is accepted later removes it from this list.',
  none: 'Nothing is refused.',
  async list(page) {
    const { items } = await keepsake.call(getRefusals, {})
    return items.map(each => describeRefusal(page, each))
  },
})

function describeRefusal({ dateTime }: Page, refusal: RetailerRefusal): OfficeItem {
  const { service, method, path, status, code, message, fields, count, firstAt, lastAt } = refusal
  const title = `${method} ${decodeURIComponent(path)}`
  return {
    id: title,
    title,
    facts: [
      html`<p><strong>${status} ${code}</strong> <span class="secondary">${dateTime(lastAt)}</span></p>`,
      html`<p>${message}</p>`,
      Object.entries(fields)
        .map(([field, issue]) => `${field}: ${issue}`)
        .join(' · '),
      `Tries of ${service}: ${count}, the first on ${dateTime(firstAt)}`,
    ],
  }
}
