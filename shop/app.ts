import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { HTML, pageOfChannel } from './brand-page.ts'
import type { Shop } from './context.ts'
import { mountEditor } from './editor.ts'
import { KeepsakeFailure } from './keepsake.ts'
import { mountOrdering } from './ordering.ts'
import { assetOf } from './pages/assets.ts'
import { messagePage } from './pages/page.ts'
import { Refusal } from './refusal.ts'

/** The shop's addresses: one place for headers, failures and files; editor and ordering bring the rest. */
export async function createApp(shop: Shop): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: shop.log as FastifyBaseLogger,
    // Addresses name selections: none is logged.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
  })
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policyOf(shop.config.keepsake.origin) },
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
  })
  await app.register(cookie)
  await app.register(formbody, { bodyLimit: 64 * 1024 })
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const { status, html } = answerTo(shop, error, request.url)
    if (status >= 500) request.log.error({ err: error, route: request.routeOptions.url }, 'failure')
    return reply.code(status).type(HTML).send(html)
  })
  app.setNotFoundHandler((_request, reply) => {
    const { status, html } = answerTo(shop, new Refusal('missing'), '')
    return reply.code(status).type(HTML).send(html)
  })

  app.get('/healthz', async () => ({ ok: true }))
  app.get('/', async (_request, reply) => {
    const page = somePage(shop)
    const { text } = page
    return reply
      .type(HTML)
      .send(messagePage(page, { title: text('start.title'), text: text('incomplete.text') }))
  })
  app.get<{ Params: { version: string; name: string } }>(
    '/assets/:version/:name',
    async ({ params }, reply) => {
      const asset = assetOf(params.version, params.name)
      if (!asset) throw new Refusal('missing')
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      return reply.type(asset.type).send(asset.bytes)
    },
  )
  mountEditor(app, shop)
  mountOrdering(app, shop)
  return app
}

const somePage = (shop: Shop) => pageOfChannel(shop, '')

function answerTo(
  shop: Shop,
  error: Error & { statusCode?: number },
  url: string,
): { status: number; html: string } {
  if (error instanceof Refusal) {
    const page = error.page ?? somePage(shop)
    const { text } = page
    const words = { title: text(`${error.reason}.title`), text: text(`${error.reason}.text`) }
    return { status: error.status, html: messagePage(page, words) }
  }
  const page = somePage(shop)
  const { text } = page
  if (error instanceof KeepsakeFailure) {
    const to = { address: url, label: text('away.again') }
    return {
      status: 503,
      html: messagePage(page, { title: text('away.title'), text: text('away.text'), to }),
    }
  }
  const status = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 500
  return { status, html: messagePage(page, { title: text('error.title'), text: text('error.text') }) }
}

/** Pictures are Keepsake's own, by a redirect; everything else is ours, and nothing runs or styles inline. */
const policyOf = (pictures: string) => ({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", pictures],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
  formAction: ["'self'"],
})
