import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { putProfile } from '#contract/subscriptions.ts'
import { createChannelPage, HTML } from './brand-page.ts'
import type { Shop } from './context.ts'
import { KeepsakeError } from './keepsake-client.ts'
import { type NewsletterForm, renderNewsletterPage } from './pages/newsletter-page.ts'
import { type Page, renderMessagePage } from './pages/page.ts'

const query = z.object({ channel: z.string().max(100).default('').catch('') })
const form = z.object({ email: z.string().max(300).default('') }).catch({ email: '' })

/** Mounts the newsletter form: Keepsake mails the link that confirms the subscription. */
export function mountNewsletter(app: FastifyInstance, shop: Shop): void {
  app.get('/newsletter', async (request, reply) =>
    sendForm(reply, createRequestPage(request.query), 200, { email: '' }),
  )

  app.post('/newsletter', async (request, reply) => {
    const page = createRequestPage(request.query)
    const email = form.parse(request.body).email.trim()
    const checked = putProfile.params.safeParse({ email })
    if (!checked.success) return sendForm(reply, page, 400, { email, problem: 'delivery.not-valid' })
    try {
      await shop.keepsake.call(putProfile, {
        params: { email: checked.data.email },
        body: {
          channel: page.brand.channel,
          requestedAt: shop.now().toISOString(),
          source: 'shop newsletter form',
        },
      })
    } catch (error) {
      if (!(error instanceof KeepsakeError)) throw error
      const tooMany = error.status === 429
      if (!tooMany) shop.log.warn({ err: error }, 'newsletter request was not sent')
      return sendForm(reply, page, tooMany ? 429 : 503, {
        email,
        problem: tooMany ? 'newsletter.too-many' : 'newsletter.failed',
      })
    }
    const { text } = page
    const message = { title: text('newsletter.sent'), text: text('newsletter.sent.text', { email }) }
    return reply.type(HTML).send(renderMessagePage(page, message))
  })

  const createRequestPage = (input: unknown) => createChannelPage(shop, query.parse(input).channel)
}

const sendForm = (reply: FastifyReply, page: Page, status: number, state: NewsletterForm) =>
  reply.code(status).type(HTML).send(renderNewsletterPage(page, state))
