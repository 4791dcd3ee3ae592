import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Html, html } from '#html/html.ts'
import { isLocalAddress } from '../shop/local-address.ts'
import type { Mailbox, ReceivedMail } from './mailbox.ts'

// A mail's HTML inherits this policy: own or inline styles and pictures, no scripts, no forms, no other origins.
const POLICY = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const LISTED_MAX = 50
const PUBLIC_ROUTE = {
  config: {
    policy: 'public' as const,
    securityHeaders: {
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
  },
  onRequest: refuseOtherAddresses,
}
const HTML = 'text/html; charset=utf-8'

/**
 * Mounts the pages of the mailbox: /mailbox, /mailbox/mails/<id>, and as JSON /mailbox/api/mails (?to=<address>: only
 * mails to it; the newest 50) and /mailbox/api/mails/<id>. Public, without sign-in: for the demo only, and only at the
 * server's own address and port on this machine (NX-331).
 */
export function mountMailbox(app: FastifyInstance, mailbox: Mailbox): void {
  app.get('/mailbox', PUBLIC_ROUTE, (_, reply) => reply.type(HTML).send(renderListPage(mailbox.list())))
  app.get('/mailbox/style.css', PUBLIC_ROUTE, (_, reply) =>
    reply.type('text/css; charset=utf-8').send(MAILBOX_STYLE),
  )
  app.get<{ Params: { id: string } }>('/mailbox/mails/:id', PUBLIC_ROUTE, (request, reply) => {
    const mail = mailbox.get(request.params.id)
    return reply
      .code(mail ? 200 : 404)
      .type(HTML)
      .send(mail ? renderMailPage(mail) : renderMissingPage())
  })
  app.get<{ Querystring: { to?: string | string[] } }>(
    '/mailbox/api/mails',
    PUBLIC_ROUTE,
    (request, reply) => {
      const recipients = [request.query.to ?? []].flat().map(address => address.toLowerCase())
      const matchesQuery = (mail: ReceivedMail) =>
        recipients.length === 0 || mail.to.some(address => recipients.includes(address.toLowerCase()))
      const found = mailbox.list().filter(matchesQuery).slice(0, LISTED_MAX)
      const mails = found.map(({ raw: _, ...mail }) => mail)
      return reply.send({ mails })
    },
  )
  app.get<{ Params: { id: string } }>('/mailbox/api/mails/:id', PUBLIC_ROUTE, (request, reply) => {
    const mail = mailbox.get(request.params.id)
    return mail ? reply.send(mail) : reply.callNotFound()
  })
}

async function refuseOtherAddresses({ host, socket }: FastifyRequest, reply: FastifyReply) {
  if (isLocalAddress(host, socket.localPort)) return
  return reply.code(421).type('text/plain').send('The mailbox does not answer for that address')
}

function renderListPage(mails: readonly ReceivedMail[]): string {
  const rows = mails.map(
    mail => html`<li><a href="/mailbox/mails/${mail.id}"><b>${mail.subject || 'No subject'}</b></a>
<p>${mail.from.name || mail.from.address} to ${mail.to.join(', ')}, ${renderTime(mail.receivedAt)}</p></li>`,
  )
  return renderFrame(
    'Mailbox',
    html`<h1>Mailbox</h1>
<p>${mails.length === 0 ? 'No mail yet' : mails.length === 1 ? '1 mail' : `${mails.length} mails`}</p>
<ul>${rows}</ul>`,
  )
}

function renderMailPage({ from, to, subject, text, html: content, receivedAt }: ReceivedMail): string {
  const title = subject || 'No subject'
  return renderFrame(
    title,
    html`<p><a href="/mailbox">Mailbox</a></p>
<h1>${title}</h1>
<p>From ${from.name} ${from.address} to ${to.join(', ')}, ${renderTime(receivedAt)}</p>
${
  content &&
  html`<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${`<base target="_blank">${content}`}"></iframe>
<h2>Plain text</h2>`
}
<pre>${text}</pre>`,
  )
}

function renderMissingPage(): string {
  return renderFrame(
    'Mail not found',
    html`<h1>This mail is not here</h1>
<p>It may be gone: only the newest mails are kept. <a href="/mailbox">Back to the mailbox</a></p>`,
  )
}

function renderTime(at: Date): Html {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
  return html`<time datetime="${at.toISOString()}">${format.format(at)}</time>`
}

function renderFrame(title: string, main: Html): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<link rel="stylesheet" href="/mailbox/style.css"></head>
<body><main>
${main}
</main></body></html>
`.markup
}

/** The styles of the mailbox pages, light and dark. */
const MAILBOX_STYLE = `
:root { color-scheme: light dark }
body { max-width: 920px; margin: 32px auto; padding: 0 24px; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
ul { padding: 0; list-style: none }
li { padding: 12px 0; border-top: 1px solid #8886 }
li p { margin: 4px 0 }
iframe { width: 100%; height: max(420px, calc(100vh - 320px)); border: 1px solid #8886; background: #fff; color-scheme: light }
pre { white-space: pre-wrap }
`
