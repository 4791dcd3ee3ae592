import { z } from 'zod'
import { type Html, html } from '#html/html.ts'
import {
  BEHAVIOURS,
  RECEIVER_NAME,
  type ReceivedCallback,
  type Receiver,
  receiver,
  SIGNING_SECRET,
} from '../callbacks/receivers.ts'
import type { Shop } from '../context.ts'
import type { Page } from '../pages/page.ts'
import { createButtons, createForm, type OfficeItem, type OfficePage } from './page.ts'

/** The page of the receivers with their callbacks, their secrets, and buttons that make them fail. */
export const createCallbacksPage = (shop: Shop): OfficePage => ({
  name: 'callbacks',
  title: 'Callbacks',
  text: 'Stand-ins for the systems of business customers. Enter an address under ‘FTP instructions’ in the account, and its signing secret here.',
  list: page => [
    ...shop.receivers
      .list()
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, each]) => describeReceiver(page, shop, each)),
    createAddition(shop),
  ],
})

const receiverName = z
  .string()
  .trim()
  .toLowerCase()
  .max(200)
  .describe('Name: small letters, digits and hyphens')

const createAddition = ({ receivers }: Shop): OfficeItem => ({
  id: 'add',
  title: 'Add a system',
  facts: [],
  forms: [
    createForm(z.object({ name: receiverName }), {
      actions: ['add'],
      act(_, { name }) {
        if (!RECEIVER_NAME.test(name)) return 'wrong-name'
        receivers.upsert(name, before => before ?? receiver.parse({ name }))
      },
    }),
  ],
})

/** Maximum number of received callbacks on the page per receiver. */
const SHOWN_MAX = 20

function describeReceiver(
  page: Page,
  { config, receivers }: Shop,
  { name, secret, behaviour, received }: Receiver,
): OfficeItem {
  const end = secret?.replace(/=+$/, '').slice(-4)
  const change = (changes: Partial<Receiver>): undefined => {
    receivers.change(name, before => ({ ...before, ...changes }))
  }
  const entered = z.string().trim().max(200).describe('Signing secret')
  return {
    id: name,
    title: name,
    facts: [
      'Address for callbacks',
      html`<p><code>${config.origin}/callbacks/${name}</code></p>`,
      html`<p><strong>Answers: ${behaviour}</strong></p>`,
      end
        ? `The signing secret ends in ${end}.`
        : 'It has no signing secret. Without it everything is refused.',
      html`<h3>Received</h3>`,
      received.length === 0 && 'Nothing has been received yet.',
      html`<ol class="received">${received.slice(0, SHOWN_MAX).map(each => renderCallback(page, each))}</ol>`,
    ],
    forms: [
      createForm(z.object({ secret: entered }), {
        actions: ['save-the-secret'],
        act: (_, { secret }) => (SIGNING_SECRET.test(secret) ? change({ secret }) : 'wrong-secret'),
      }),
      createButtons(
        BEHAVIOURS,
        behaviour => change({ behaviour }),
        each => each === behaviour,
      ),
    ],
  }
}

function renderCallback({ dateTime }: Page, entry: ReceivedCallback): Html {
  const { at, id, isVerified, isRepeated, type, about, status } = entry
  const facts = [
    isVerified ? 'signature verified' : 'wrong signature, refused',
    isRepeated && 'received before',
    status === null ? 'answered too late' : `answered ${status}`,
  ]
  return html`<li><p><strong>${type ?? 'Unknown'}</strong>${about && html` ${about}`}</p>
<p class="${isVerified ? 'secondary' : 'error'}">${facts.filter(Boolean).join(' · ')}</p>
<p class="secondary">${dateTime(at)} · <code>${id}</code></p></li>`
}
