import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLocalAddress } from '../shop/local-address.ts'
import type { Mailbox, ReceivedMail } from './mailbox.ts'
import { MAILBOX_STYLE, renderListPage, renderMailPage, renderMissingPage } from './mailbox-html.ts'

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
