import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Brand } from '#contract/brands.ts'
import type { Context } from '../../../context.ts'
import { getTranslator } from '../../../platform/i18n/translate.ts'
import { getBrandById, getRequestBrand, listPageFooterLinks } from '../../brands/index.ts'
import { findActiveCustomer } from '../../customers/index.ts'
import { findShownPhotoIds } from '../pictures.ts'
import { getAspectRatio, getDetails } from '../present.ts'
import { createPictureUrl, createPublicUrl, getViewerOrigin, VIEWER_PATH } from '../public-address.ts'
import { listPublicWidgets, type OrderedWidget } from '../store.ts'
import { selectPart } from './page-parts.ts'
import { PUBLIC_ID } from './pictures.ts'
import {
  renderPage,
  renderUnavailablePage,
  renderViewerPage,
  renderViewerStyle,
  SCRIPT,
  type Viewer,
} from './viewer-page.ts'

/**
 * Serves the public page of a widget to everyone with its link, also inside pages of other sites. The page has no code
 * of the app, sets no cookie and is not indexed. A link that shows nothing answers 410 whatever the reason, so that
 * unknown, replaced, deleted and blocked links cannot be told apart.
 */
export function serveViewer(app: FastifyInstance, ctx: Context): void {
  app.get<{ Params: { publicId: string }; Querystring: { part?: unknown } }>(
    `${VIEWER_PATH}/:publicId`,
    {
      config: {
        policy: 'public',
        securityHeaders: {
          'x-frame-options': null,
          'cross-origin-resource-policy': 'cross-origin',
          'referrer-policy': 'no-referrer',
        },
      },
    },
    async (request, reply) => {
      const { params, query } = request
      const viewer = await findViewer(ctx, params.publicId, parsePartNumber(query.part))
      if (viewer)
        return sendPage(reply, 200, renderViewerPage(viewer), renderViewerStyle(viewer.brand, viewer.ratio))
      const brand = getRequestBrand(request)
      return sendPage(
        reply,
        410,
        renderUnavailablePage(brand, listPageFooterLinks(ctx.config, brand)),
        renderViewerStyle(brand, 1),
      )
    },
  )
}

const parsePartNumber = (part: unknown): number =>
  typeof part === 'string' && /^[1-9]\d{0,3}$/.test(part) ? Number(part) : 1

async function findViewer(ctx: Context, publicId: string, partNumber: number): Promise<Viewer | null> {
  if (!PUBLIC_ID.test(publicId)) return null
  const [widget] = await listPublicWidgets(ctx.db, { publicIds: [publicId] })
  const customer = widget && (await findActiveCustomer(ctx.db, widget.account_id))
  if (!customer) return null
  const photoIds = (await findShownPhotoIds(ctx, widget.account_id, [widget])).get(widget.product_code)!
  if (photoIds.length === 0) return null
  const brand = getBrandById(customer.brand_id)
  const text = getTranslator(brand.locale)
  const availablePhotoIds = new Set(photoIds)
  const { pages } = widget.body
  const markup = pages.map((page, index) =>
    renderPage(page, index + 1, { publicId, availablePhotoIds, text }),
  )
  const part = selectPart(markup, partNumber)
  if (!part) return null
  const origin = getViewerOrigin(ctx, customer)
  return {
    brand,
    ...getDetails(widget),
    byline: renderByline(widget, customer.first_name, brand),
    ratio: getAspectRatio(widget.body),
    pageCount: pages.length,
    part,
    address: createPublicUrl(origin, publicId),
    picture: createPictureUrl(origin, publicId, photoIds[0]!, 800),
    footerLinks: listPageFooterLinks(ctx.config, brand),
  }
}

function renderByline({ body }: OrderedWidget, firstName: string | null, { locale }: Brand): string {
  const { productName: product } = body
  if (!product || !firstName) return product ?? firstName ?? ''
  return getTranslator(locale)('widget-viewer.byline', { product, name: firstName })
}

function sendPage(reply: FastifyReply, status: number, page: string, style: string): FastifyReply {
  const policy = [
    "default-src 'none'",
    "img-src 'self'",
    `style-src ${createSourceHash(style)}`,
    `script-src ${SCRIPT_HASH}`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ]
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy.join('; '))
    .send(page)
}

const createSourceHash = (source: string) =>
  `'sha256-${createHash('sha256').update(source).digest('base64')}'`
const SCRIPT_HASH = createSourceHash(SCRIPT)
