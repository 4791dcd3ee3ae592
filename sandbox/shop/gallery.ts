import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { defaultBrand } from '#brands/index.ts'
import { getGalleryEntries, putGalleryEntryState } from '#contract/retailer-widgets.ts'
import { createChannelPage, HTML } from './brand-page.ts'
import type { Shop } from './context.ts'
import { KeepsakeError } from './keepsake-client.ts'
import { PageError } from './page-error.ts'
import { GALLERY_RESULTS, type GalleryResult, renderGalleryPage } from './pages/gallery-page.ts'
import { createCsrfToken, ensureVisitor, readVisitor, requireSameOrigin } from './visitor.ts'

const FORM = 'gallery'
const PATH = '/back-office/gallery'

const query = z.object({ result: z.enum(GALLERY_RESULTS).optional().catch(undefined) })
const decision = z.object({
  check: z.string(),
  state: z.enum(['approved', 'rejected']),
  version: z.coerce.number().int().min(1),
})

/**
 * Mounts the page of the gallery entries that await approval, with buttons that decide them; a part of the back
 * office.
 */
export function mountGallery(app: FastifyInstance, shop: Shop): void {
  app.get(PATH, async (request, reply) => {
    const csrfToken = createCsrfToken(shop, FORM, ensureVisitor(request, reply))
    const entries = await listPending(shop)
    const { result } = query.parse(request.query)
    return reply.type(HTML).send(
      renderGalleryPage(createChannelPage(shop, ''), {
        entries,
        csrfToken,
        result: entries ? result : 'failed',
      }),
    )
  })

  app.post<{ Params: { id: string } }>(`${PATH}/:id`, async (request, reply) => {
    const { data } = decision.safeParse(request.body)
    if (!data) throw new PageError('missing')
    const { check, ...decisionBody } = data
    requireSameOrigin(shop, request, FORM, readVisitor(request) ?? '', check)
    const result = await decideEntry(shop, request.params.id, decisionBody)
    return reply.redirect(`${PATH}?result=${result}`, 303)
  })
}

/** Lists the entries of all channels in which the shop has sold something; null when Keepsake gives no answer. */
async function listPending(shop: Shop) {
  const orders = await shop.orders.list()
  const channels = new Set([defaultBrand.channel, ...orders.map(({ channel }) => channel)])
  try {
    // At most one page of each channel.
    const pages = await Promise.all(
      [...channels].map(channel =>
        shop.keepsake.call(getGalleryEntries, { query: { channel, state: 'pending' } }),
      ),
    )
    return pages.flatMap(({ entries }) => entries)
  } catch (error) {
    if (!(error instanceof KeepsakeError)) throw error
    shop.log.warn({ err: error }, 'gallery entries cannot be read')
    return null
  }
}

async function decideEntry(
  shop: Shop,
  id: string,
  decisionBody: { state: 'approved' | 'rejected'; version: number },
): Promise<GalleryResult> {
  try {
    await shop.keepsake.call(putGalleryEntryState, { params: { id }, body: decisionBody })
    return decisionBody.state
  } catch (error) {
    if (!(error instanceof KeepsakeError)) throw error
    // The customer has changed or removed it: the page shows the current entries.
    if (error.status === 404 || error.status === 409) return 'changed'
    shop.log.warn({ err: error, entry: id }, 'gallery entry cannot be decided')
    return 'failed'
  }
}
