import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { defaultBrand } from '#brands/index.ts'
import { getGalleryEntries, type ModeratedEntry, putGalleryEntryState } from '#contract/retailer-widgets.ts'
import { type Html, html } from '#html/html.ts'
import { createChannelPage, HTML } from './brand-page.ts'
import type { Shop } from './context.ts'
import { KeepsakeError } from './keepsake-client.ts'
import { PageError } from './page-error.ts'
import { type Page, renderDocument } from './pages/page.ts'
import { createCsrfToken, ensureVisitor, readVisitor, requireSameOrigin } from './visitor.ts'

/** Outcomes of a decision. */
const GALLERY_RESULTS = ['approved', 'rejected', 'changed', 'failed'] as const
type GalleryResult = (typeof GALLERY_RESULTS)[number]

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

interface GalleryView {
  /** Null when Keepsake gave no answer. */
  entries: readonly ModeratedEntry[] | null
  csrfToken: string
  result: GalleryResult | undefined
}

/** Renders the gallery entries that await approval, each with its words, its link and two buttons. */
function renderGalleryPage(page: Page, { entries, csrfToken, result }: GalleryView): string {
  const { text } = page
  const title = text('gallery.title')
  const isGood = result === 'approved' || result === 'rejected'
  const content = html`<h1>${title}</h1>
<p class="secondary">${text('gallery.text')}</p>
${result && html`<p class="${isGood ? 'notice' : 'alert'}" role="status">${text(`gallery.result.${result}`)}</p>`}
${entries?.length === 0 && html`<p class="notice">${text('gallery.none')}</p>`}
<ul class="office">${entries?.map(entry => renderEntry(page, entry, csrfToken))}</ul>
<a class="plain" href="/back-office">${text('office.title')}</a>`
  return renderDocument(page, title, content)
}

function renderEntry({ text }: Page, entry: ModeratedEntry, csrfToken: string): Html {
  return html`<li id="${entry.id}"><h2>${entry.title}</h2>
<p class="secondary">${entry.authorName} · ${entry.categoryId}</p>
<p>${entry.description}</p>
<p><a class="plain" href="${entry.publicUrl}">${text('gallery.open')}</a></p>
<form method="post" action="/back-office/gallery/${entry.id}" class="buttons">
<input type="hidden" name="check" value="${csrfToken}">
<input type="hidden" name="version" value="${entry.version}">
<button class="quiet" name="state" value="approved">${text('gallery.approve')}</button>
<button class="quiet" name="state" value="rejected">${text('gallery.reject')}</button>
</form></li>`
}
