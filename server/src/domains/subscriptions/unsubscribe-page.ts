import type { FastifyInstance, FastifyReply } from 'fastify'
import { html } from '#html/html.ts'
import type { Context } from '../../context.ts'
import { getBrandById } from '../brands/index.ts'
import { createPage, renderDocument, renderMessagePage, sendPage } from '../identity/index.ts'
import { findProfileByUnsubscribeId, type ProfileRow } from './store.ts'
import { withdrawSubscription } from './subscriptions.ts'
import { UNSUBSCRIBE_PATH } from './unsubscribe-url.ts'

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** The body, one field in a form of either type, is ignored: the address alone says what to do. */
const POST_OPTIONS = { config: { policy: 'public', ignoresBody: true }, bodyLimit: 4096 } as const

/**
 * Serves the address in List-Unsubscribe (RFC 8058). POST, by the mail program or the page's button, ends the
 * subscription; GET shows that page and changes nothing. The random id in the address is the only authorization.
 */
export function serveUnsubscribe(app: FastifyInstance, ctx: Context): void {
  app.get<Params>(`${UNSUBSCRIBE_PATH}/:id`, { config: { policy: 'public' } }, async (request, reply) => {
    const profile = await findProfileById(ctx, request.params.id)
    if (!profile) return reply.callNotFound()
    return profile.state === 'withdrawn'
      ? sendSuccessPage(ctx, reply, profile)
      : sendConfirmationPage(ctx, reply, profile)
  })
  app.post<Params>(`${UNSUBSCRIBE_PATH}/:id`, POST_OPTIONS, async (request, reply) => {
    const profile = await findProfileById(ctx, request.params.id)
    if (!profile) return reply.callNotFound()
    await withdrawSubscription(ctx, profile)
    return sendSuccessPage(ctx, reply, profile)
  })
}

type Params = { Params: { id: string } }

const findProfileById = async (ctx: Context, id: string) =>
  UUID_PATTERN.test(id) ? findProfileByUnsubscribeId(ctx.db, id) : undefined

function sendConfirmationPage(
  ctx: Context,
  reply: FastifyReply,
  { brand_id, email }: ProfileRow,
): FastifyReply {
  const page = createPage(ctx.config, getBrandById(brand_id))
  const { text, brand } = page
  const title = text('unsubscribe.title')
  const content = html`<h1>${title}</h1>
<p class="lead">${text('unsubscribe.text', { brand: brand.name, email })}</p>
<form method="post"><button class="primary" type="submit">${text('unsubscribe.action')}</button></form>`
  return sendPage(reply, 200, renderDocument(page, title, content))
}

function sendSuccessPage(ctx: Context, reply: FastifyReply, { brand_id }: ProfileRow): FastifyReply {
  const page = createPage(ctx.config, getBrandById(brand_id))
  const { text, brand } = page
  const message = {
    title: text('unsubscribe.done'),
    text: text('unsubscribe.done.text', { brand: brand.name }),
    to: { address: '/', label: text('sign-in.submit') },
  }
  return sendPage(reply, 200, renderMessagePage(page, message))
}
