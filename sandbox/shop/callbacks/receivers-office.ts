import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Html, html } from '#html/html.ts'
import type { Shop } from '../context.ts'
import {
  createResultAddress,
  mountOfficeForm,
  mountOfficePage,
  OFFICE_PATH,
  type OfficePage,
  renderButtons,
  renderOfficeList,
} from '../office.ts'
import { PageError } from '../page-error.ts'
import type { Page } from '../pages/page.ts'
import {
  BEHAVIOURS,
  createReceiver,
  RECEIVER_NAME,
  type ReceivedCallback,
  type Receiver,
  SIGNING_SECRET,
} from './receivers.ts'

const PATH = `${OFFICE_PATH}/callbacks`

const change = z.union([
  z.object({ secret: z.string().trim().max(200) }),
  z.object({ behaviour: z.enum(BEHAVIOURS) }),
])

/**
 * Mounts the page of the receivers with their callbacks, their secrets, and buttons that make them fail; a part of the
 * back office.
 */
export function mountReceivers(app: FastifyInstance, shop: Shop): void {
  const { receivers } = shop
  mountOfficePage(app, shop, PATH, async page => {
    const sorted = receivers.list().toSorted(([a], [b]) => (a < b ? -1 : 1))
    const items = sorted.map(([, each]) =>
      renderReceiver(page, each, `${shop.config.origin}/callbacks/${each.name}`),
    )
    return renderOfficeList(page, 'receivers', items, renderAddForm(page))
  })
  mountOfficeForm(app, shop, PATH, {
    fields: z.object({ name: z.string().trim().toLowerCase().max(200) }),
    act: async ({ name }) => {
      if (!RECEIVER_NAME.test(name)) return createResultAddress(PATH, 'wrong-name')
      receivers.upsert(name, before => before ?? createReceiver(name))
      return createResultAddress(PATH, 'done', name)
    },
  })
  mountOfficeForm(app, shop, `${PATH}/:name`, {
    fields: change,
    act: async (fields, { name }: { name: string }) => {
      if (!receivers.find(name)) throw new PageError('missing')
      if ('secret' in fields && !SIGNING_SECRET.test(fields.secret))
        return createResultAddress(PATH, 'wrong-secret', name)
      receivers.change(name, before => ({ ...before, ...fields }))
      return createResultAddress(PATH, 'done', name)
    },
  })
}

const renderAddForm = ({ text, form }: OfficePage): Html => html`<h2>${text('receivers.add.title')}</h2>
${form(PATH, renderField('receiver-name', 'name', text('receivers.name'), text('receivers.add')), 'office-form')}`

/** Renders a field for words that nobody writes, and its button. */
const renderField = (id: string, name: string, label: string, button: string, hint?: string): Html =>
  html`<div class="field"><label for="${id}">${label}</label>
<input id="${id}" name="${name}" autocomplete="off" autocapitalize="none" spellcheck="false">
${hint && html`<p class="secondary">${hint}</p>`}</div>
<button class="quiet" type="submit">${button}</button>`

/** Maximum number of received callbacks on the page per receiver. */
const SHOWN_MAX = 20

function renderReceiver(
  page: OfficePage,
  { name, secret, behaviour, received }: Receiver,
  address: string,
): Html {
  const { text, form } = page
  const hint =
    secret === null
      ? text('receivers.secret.none')
      : text('receivers.secret.ends', { end: secret.replace(/=+$/, '').slice(-4) })
  const secretField = renderField(
    `${name}-secret`,
    'secret',
    text('receivers.secret'),
    text('receivers.secret.save'),
    hint,
  )
  const behaviours = BEHAVIOURS.map(value => ({
    value,
    label: text(`receivers.become.${value}`),
    isDisabled: value === behaviour,
  }))
  return html`<li id="${name}"><h2>${name}</h2>
<p class="secondary">${text('receivers.address')}</p>
<p><code>${address}</code></p>
${form(`${PATH}/${name}`, secretField, 'office-form')}
<p><strong>${text(`receivers.behaviour.${behaviour}`)}</strong></p>
${form(`${PATH}/${name}`, renderButtons('behaviour', behaviours))}
${page.renderResult(name)}
<h3>${text('receivers.received')}</h3>
${received.length === 0 && html`<p class="secondary">${text('receivers.received.none')}</p>`}
<ol class="received">${received.slice(0, SHOWN_MAX).map(each => renderCallback(page, each))}</ol></li>`
}

function renderCallback({ text, dateTime }: Page, entry: ReceivedCallback): Html {
  const { at, id, isVerified, isRepeated, type, about, status } = entry
  return html`<li><p><strong>${type ?? text('receivers.unknown')}</strong>${about && html` ${about}`}</p>
<p class="${isVerified ? 'secondary' : 'error'}">${isVerified ? text('receivers.verified') : text('receivers.refused')}${isRepeated && html` · ${text('receivers.repeated')}`} · ${status === null ? text('receivers.late') : text('receivers.status', { status: String(status) })}</p>
<p class="secondary">${dateTime(at)} · <code>${id}</code></p></li>`
}
