import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Html, html } from '#html/html.ts'
import {
  BEHAVIOURS,
  createReceiver,
  RECEIVER_NAME,
  type ReceivedCallback,
  type Receiver,
  SIGNING_SECRET,
} from '../callbacks/receivers.ts'
import type { Shop } from '../context.ts'
import { PageError } from '../page-error.ts'
import type { Page } from '../pages/page.ts'
import { mountOfficeForm, mountOfficePage, OFFICE_PATH, type OfficeItem, renderTextField } from './page.ts'

const PATH = `${OFFICE_PATH}/callbacks`

/** Mounts the page of the receivers with their callbacks, their secrets, and buttons that make them fail. */
export function mountReceivers(app: FastifyInstance, shop: Shop): void {
  const { receivers, config } = shop
  mountOfficePage(app, shop, PATH, page => ({
    title: 'Callbacks',
    text: 'Stand-ins for the systems of business customers. Enter an address under ‘FTP instructions’ in the account, and its signing secret here.',
    lists: [
      {
        items: receivers
          .list()
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, each]) => describeReceiver(page, each, `${config.origin}/callbacks/${name}`)),
        none: 'There are no systems yet.',
      },
      { items: [ADDITION] },
    ],
  }))
  mountOfficeForm(app, PATH, {
    fields: z.object({ name: z.string().trim().toLowerCase().max(200) }),
    act({ name }) {
      if (!RECEIVER_NAME.test(name)) return 'wrong-name'
      receivers.upsert(name, before => before ?? createReceiver(name))
      return 'done'
    },
  })
  mountOfficeForm(app, `${PATH}/:id`, {
    fields: z.union([
      z.object({ secret: z.string().trim().max(200) }),
      z.object({ behaviour: z.enum(BEHAVIOURS) }),
    ]),
    act(fields, name) {
      if (!receivers.find(name)) throw new PageError('missing')
      if ('secret' in fields && !SIGNING_SECRET.test(fields.secret)) return 'wrong-secret'
      receivers.change(name, before => ({ ...before, ...fields }))
      return 'done'
    },
  })
}

const ADDITION: OfficeItem = {
  id: 'add',
  title: 'Add a system',
  facts: [],
  forms: [
    {
      action: PATH,
      fields: renderTextField('receiver-name', 'name', 'Name: small letters, digits and hyphens'),
      name: 'do',
      buttons: [{ value: 'add' }],
    },
  ],
}

/** Maximum number of received callbacks on the page per receiver. */
const SHOWN_MAX = 20

function describeReceiver(
  page: Page,
  { name, secret, behaviour, received }: Receiver,
  address: string,
): OfficeItem {
  const end = secret?.replace(/=+$/, '').slice(-4)
  const hint = end ? `The current one ends in ${end}.` : 'Without it everything is refused.'
  const buttons = BEHAVIOURS.map(value => ({ value, isDisabled: value === behaviour }))
  return {
    id: name,
    title: name,
    facts: [
      'Address for callbacks',
      html`<p><code>${address}</code></p>`,
      html`<p><strong>Answers: ${behaviour}</strong></p>`,
      html`<h3>Received</h3>`,
      received.length === 0 && 'Nothing has been received yet.',
      html`<ol class="received">${received.slice(0, SHOWN_MAX).map(each => renderCallback(page, each))}</ol>`,
    ],
    forms: [
      {
        action: `${PATH}/${name}`,
        fields: renderTextField(`${name}-secret`, 'secret', 'Signing secret', hint),
        name: 'do',
        buttons: [{ value: 'save-the-secret' }],
      },
      { action: `${PATH}/${name}`, name: 'behaviour', buttons },
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
