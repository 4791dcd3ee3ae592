import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { Html } from '#html/html.ts'
import { createChannelPage } from './brand-page.ts'
import { mountCallbackEndpoint } from './callbacks/callback-endpoint.ts'
import { mountCheckout, mountTracking } from './checkout.ts'
import { mountCheckoutTickets } from './checkout-tickets.ts'
import { createComplaintsPage, mountComplaints } from './complaints/mount-complaints.ts'
import type { Shop } from './context.ts'
import { mountCustomers } from './customers.ts'
import { mountDemoCalls } from './demo-calls.ts'
import { mountEditor } from './editor.ts'
import { KeepsakeError } from './keepsake-client.ts'
import { isLocalAddress } from './local-address.ts'
import { createArticlesPage } from './office/articles-page.ts'
import { createOutboxPage, createRefusalsPage } from './office/calls.ts'
import { createCustomersPage } from './office/customers-page.ts'
import { createGalleryPage } from './office/gallery.ts'
import { createOrdersPage } from './office/orders-page.ts'
import { mountOffice } from './office/page.ts'
import { createCallbacksPage } from './office/receivers.ts'
import { mountOrderFiles } from './order-files/order-files.ts'
import { mountRequests } from './orders/requests.ts'
import { mountVouchers } from './orders/voucher.ts'
import { PageError, PageMoved } from './page-error.ts'
import { findAsset, getAssetAddress } from './pages/assets.ts'
import { renderMessagePage } from './pages/page.ts'
import { mountSecretPages } from './payment.ts'
import { mountProjects } from './projects/projects.ts'
import { mountReorders } from './reorders/reorders.ts'
import { mountThirdParties } from './third-parties/third-parties.ts'
import { createWithdrawalsPage, mountWithdrawals } from './withdrawals/mount-withdrawals.ts'

/** Creates the shop's HTTP app: headers, error pages and assets; the parts of the shop mount their own routes. */
export async function createApp(shop: Shop): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: shop.log as FastifyBaseLogger,
    // URLs contain selection ids: no request is logged.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
  })
  refuseForeignHosts(app, shop)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: createContentSecurityPolicy(shop.config.keepsake.origin),
    },
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
  })
  refuseForeignForms(app)
  await app.register(cookie)
  // A form has two fields of each photo.
  await app.register(formbody, { bodyLimit: 4 * 1024 * 1024 })
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  // A handler answers with its page.
  app.addHook('preSerialization', async (_request, reply, payload) => {
    if (!(payload instanceof Html)) return payload
    reply.type('text/html; charset=utf-8').serializer(String)
    return payload.markup
  })
  const sendError = (error: AppError, request: FastifyRequest, reply: FastifyReply) => {
    const { status, reason } = describeError(error)
    if (status >= 500) request.log.error({ err: error, route: request.routeOptions.url }, 'request failed')
    // In the brand of the address.
    const channel = new URL(request.url, 'http://shop').searchParams.get('channel') ?? ''
    const page = (error instanceof PageError && error.page) || createChannelPage(shop, channel)
    const { text } = page
    const message = { title: text(`${reason}.title`), text: text(`${reason}.text`) }
    const link = reason === 'away' ? { address: request.url, label: text('away.again') } : undefined
    return reply.code(status).send(renderMessagePage(page, { ...message, to: link }))
  }
  app.setErrorHandler((error: AppError, request, reply) =>
    error instanceof PageMoved ? reply.redirect(error.path, 303) : sendError(error, request, reply),
  )
  app.setNotFoundHandler((request, reply) => sendError(new PageError('missing'), request, reply))

  app.get('/healthz', async () => ({ ok: true }))
  // Browsers ask for it on answers that name no icon.
  app.get('/favicon.ico', async (_request, reply) => {
    const { theme } = createChannelPage(shop, '')
    return reply.redirect(getAssetAddress(`favicon-${theme.vendor}.svg`))
  })
  app.get('/', async () => {
    const page = createChannelPage(shop, '')
    const { text } = page
    return renderMessagePage(page, { title: text('start.title'), text: text('incomplete.text') })
  })
  app.get<{ Params: { version: string; name: string } }>(
    '/assets/:version/:name',
    async ({ params }, reply) => {
      const asset = findAsset(params.version, params.name)
      if (!asset) throw new PageError('missing')
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      return reply.type(asset.type).send(asset.bytes)
    },
  )
  mountCheckoutTickets(app, shop)
  mountEditor(app, shop)
  mountRequests(app, shop)
  mountComplaints(app, shop)
  mountReorders(app, shop)
  mountOrderFiles(app, shop)
  mountProjects(app, shop)
  mountVouchers(app, shop)
  mountCheckout(app, shop)
  mountSecretPages(app, shop)
  mountTracking(app, shop)
  mountCustomers(app, shop)
  mountThirdParties(app, shop)
  mountWithdrawals(app, shop)
  if (shop.config.backOffice) {
    mountOffice(app, shop, [
      createOrdersPage(shop),
      createCustomersPage(shop),
      createArticlesPage(shop),
      createGalleryPage(shop),
      createComplaintsPage(shop),
      createCallbacksPage(shop),
      createWithdrawalsPage(shop),
      createOutboxPage(shop),
      createRefusalsPage(shop),
    ])
    mountDemoCalls(app, shop)
    mountCallbackEndpoint(app, shop)
  }
  return app
}

/**
 * Answers 421 to all but the shop's own address and port, as to names that lead here without being the shop's (DNS rebinding),
 * because the back office has no sign-in (NX-331).
 */
function refuseForeignHosts(app: FastifyInstance, { config }: Shop): void {
  const ownHost = new URL(config.origin).host
  app.addHook('onRequest', async ({ host, socket }, reply) => {
    if (host.toLowerCase() === ownHost || isLocalAddress(host, socket.localPort)) return
    return reply.code(421).type('text/plain').send('This shop does not answer for that host')
  })
}

/**
 * Refuses what another site sends (CSRF): a browser names the origin of each form, and withholds the cookie, which is
 * SameSite. Stand-ins of third parties run on Keepsake's pages.
 */
function refuseForeignForms(app: FastifyInstance): void {
  app.addHook('preHandler', async ({ method, url, protocol, host, headers: { origin } }) => {
    const isForeign = origin !== undefined && origin !== `${protocol}://${host}`
    if (method === 'POST' && isForeign && !url.startsWith('/third-parties/')) throw new PageError('stale')
  })
}

type AppError = Error & { statusCode?: number }

/** The status of an error, and the id of its texts. */
function describeError(error: AppError) {
  if (error instanceof PageError) return error
  if (error instanceof KeepsakeError) return { status: 503, reason: 'away' as const }
  const { statusCode = 500 } = error
  return { status: Math.min(statusCode, 500), reason: 'error' as const }
}

/** Pictures redirect to Keepsake's origin; everything else is same-origin, without inline scripts and styles. */
const createContentSecurityPolicy = (pictureOrigin: string) => ({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", pictureOrigin],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
  formAction: ["'self'"],
})
