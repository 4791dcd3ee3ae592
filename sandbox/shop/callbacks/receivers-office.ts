import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Html, html } from '#html/html.ts'
import { createChannelPage, HTML } from '../brand-page.ts'
import type { Shop } from '../context.ts'
import { PageError } from '../page-error.ts'
import { type Page, renderDocument } from '../pages/page.ts'
import { createCsrfToken, ensureVisitor, readVisitor, requireSameOrigin } from '../visitor.ts'
import {
  BEHAVIOURS,
  createReceiver,
  RECEIVER_NAME,
  type ReceivedCallback,
  type Receiver,
  SIGNING_SECRET,
} from './receivers.ts'

/** Outcomes of the forms. */
const RECEIVER_RESULTS = ['done', 'wrong-name', 'wrong-secret'] as const
type ReceiverResult = (typeof RECEIVER_RESULTS)[number]

const FORM = 'receivers'
const PATH = '/back-office/callbacks'

const query = z.object({
  receiver: z.string().optional().catch(undefined),
  result: z.enum(RECEIVER_RESULTS).optional().catch(undefined),
})
const receiverForm = z.object({ check: z.string(), name: z.string().max(200) })
const receiverChangeForm = z.union([
  z.object({ check: z.string(), secret: z.string().max(200) }),
  z.object({ check: z.string(), behaviour: z.enum(BEHAVIOURS) }),
])

/**
 * Mounts the page of the receivers with their callbacks, their secrets, and buttons that make them fail; a part of the
 * back office.
 */
export function mountReceivers(app: FastifyInstance, shop: Shop): void {
  const { receivers } = shop
  app.get(PATH, async (request, reply) => {
    const csrfToken = createCsrfToken(shop, FORM, ensureVisitor(request, reply))
    return reply.type(HTML).send(
      renderReceiversPage(createChannelPage(shop, ''), {
        receivers: (await receivers.list()).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
        createAddress: name => `${shop.config.origin}/callbacks/${name}`,
        csrfToken,
        lastAction: query.parse(request.query),
      }),
    )
  })

  app.post(PATH, async (request, reply) => {
    const { data } = receiverForm.safeParse(request.body)
    if (!data) throw new PageError('missing')
    requireSameOrigin(shop, request, FORM, readVisitor(request) ?? '', data.check)
    const name = data.name.trim().toLowerCase()
    if (!RECEIVER_NAME.test(name)) return reply.redirect(createResultAddress('', 'wrong-name'), 303)
    await receivers.add(createReceiver(name))
    return reply.redirect(createResultAddress(name, 'done'), 303)
  })

  app.post<{ Params: { name: string } }>(`${PATH}/:name`, async (request, reply) => {
    const { data } = receiverChangeForm.safeParse(request.body)
    const { name } = request.params
    if (!data || !(await receivers.find(name))) throw new PageError('missing')
    requireSameOrigin(shop, request, FORM, readVisitor(request) ?? '', data.check)
    const change = 'secret' in data ? { secret: data.secret.trim() } : { behaviour: data.behaviour }
    if (change.secret !== undefined && !SIGNING_SECRET.test(change.secret))
      return reply.redirect(createResultAddress(name, 'wrong-secret'), 303)
    await receivers.change(name, before => ({ ...before, ...change }))
    return reply.redirect(createResultAddress(name, 'done'), 303)
  })
}

/** Creates the address of the page with the result at the receiver. */
const createResultAddress = (name: string, result: ReceiverResult) =>
  `${PATH}?${new URLSearchParams({ receiver: name, result })}#${name}`

interface ReceiversView {
  receivers: readonly Receiver[]
  /** The address that a business customer enters in Keepsake. */
  createAddress: (name: string) => string
  csrfToken: string
  /** The last receiver a form was sent for, and the result; without a name that of adding one. */
  lastAction: { receiver?: string | undefined; result?: ReceiverResult | undefined }
}

/** Maximum number of received callbacks on the page per receiver. */
const SHOWN_MAX = 20

/** Renders the receivers of callbacks, each with its address, secret, behaviour and what it received. */
function renderReceiversPage(page: Page, view: ReceiversView): string {
  const { text } = page
  const { receivers, csrfToken, lastAction } = view
  const title = text('receivers.title')
  const content = html`<h1>${title}</h1>
<p class="secondary">${text('receivers.text')}</p>
${receivers.length === 0 && html`<p class="notice">${text('receivers.none')}</p>`}
<ul class="office">${receivers.map(receiver => renderReceiver(page, receiver, view))}</ul>
<h2>${text('receivers.add.title')}</h2>
<form method="post" action="/back-office/callbacks" class="office-form">
<input type="hidden" name="check" value="${csrfToken}">
<div class="field"><label for="receiver-name">${text('receivers.name')}</label>
<input id="receiver-name" name="name" autocomplete="off" autocapitalize="none" spellcheck="false"${lastAction.result === 'wrong-name' && html` aria-invalid="true" aria-describedby="receiver-name-problem" autofocus`}>
${lastAction.result === 'wrong-name' && html`<p class="error" id="receiver-name-problem">${text('receivers.result.wrong-name')}</p>`}</div>
<button class="quiet" type="submit">${text('receivers.add')}</button>
</form>
<p><a class="plain" href="/back-office">${text('office.title')}</a></p>`
  return renderDocument(page, title, content)
}

function renderReceiver(
  page: Page,
  { name, secret, behaviour, received }: Receiver,
  { createAddress, csrfToken, lastAction }: ReceiversView,
): Html {
  const { text } = page
  const action = `/back-office/callbacks/${name}`
  const result = lastAction.receiver === name ? lastAction.result : undefined
  const isWrong = result === 'wrong-secret'
  return html`<li id="${name}"><h2>${name}</h2>
<p class="secondary">${text('receivers.address')}</p>
<p><code>${createAddress(name)}</code></p>
<form method="post" action="${action}" class="office-form">
<input type="hidden" name="check" value="${csrfToken}">
<div class="field"><label for="${name}-secret">${text('receivers.secret')}</label>
<input id="${name}-secret" name="secret" autocomplete="off" autocapitalize="none" spellcheck="false" placeholder="whsec_…"${isWrong && html` aria-invalid="true" aria-describedby="${name}-problem" autofocus`}>
${
  isWrong
    ? html`<p class="error" id="${name}-problem">${text('receivers.result.wrong-secret')}</p>`
    : html`<p class="secondary">${secret === null ? text('receivers.secret.none') : text('receivers.secret.ends', { end: secret.replace(/=+$/, '').slice(-4) })}</p>`
}</div>
<button class="quiet" type="submit">${text('receivers.secret.save')}</button>
</form>
<p><strong>${text(`receivers.behaviour.${behaviour}`)}</strong></p>
<form method="post" action="${action}" class="buttons">
<input type="hidden" name="check" value="${csrfToken}">
${BEHAVIOURS.map(
  each =>
    html`<button class="quiet" name="behaviour" value="${each}"${each === behaviour && html` disabled`}>${text(`receivers.become.${each}`)}</button>`,
)}
</form>
${result === 'done' && html`<p class="notice" role="status">${text('office.result.done')}</p>`}
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
