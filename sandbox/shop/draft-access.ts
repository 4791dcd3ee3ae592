import type { FastifyRequest } from 'fastify'
import { createChannelPage } from './brand-page.ts'
import { computeTotal, findArticle, PRINTS_MAX } from './catalog.ts'
import type { Shop } from './context.ts'
import { type Draft, isDraftExpired, listProductPhotos } from './drafts.ts'
import { deriveOrderCode } from './orders/order.ts'
import { PageError } from './page-error.ts'
import type { Page } from './pages/page.ts'
import { readVisitor, requireSameOrigin } from './visitor.ts'

/**
 * Gets the draft of a request for the browser that opened it. Throws PageError when it does not exist, has expired or
 * belongs to another browser. `orderCode` is the code of its order; undefined until it is placed.
 */
export async function requireDraft(
  shop: Shop,
  request: FastifyRequest,
): Promise<{ draft: Draft; page: Page; visitor: string; orderCode: string | undefined }> {
  const { id } = request.params as { id: string }
  const draft = shop.drafts.find(id)
  const visitor = readVisitor(request)
  if (!draft) throw new PageError('missing')
  const page = createChannelPage(shop, draft.channel, draft.libraryUrl)
  if (!visitor || draft.visitor !== visitor) throw new PageError('other', page)
  const derivedCode = deriveOrderCode(draft.id)
  const orderCode = shop.orders.find(derivedCode) ? derivedCode : undefined
  if (!orderCode && isDraftExpired(draft, shop.now())) throw new PageError('expired', page)
  return { draft, page, visitor, orderCode }
}

/** Gets the draft and the fields of a submitted form, after the CSRF check. */
export async function requireDraftForm(shop: Shop, request: FastifyRequest) {
  const access = await requireDraft(shop, request)
  const fields = (request.body ?? {}) as Record<string, unknown>
  requireSameOrigin(shop, request, access.draft.id, access.visitor, fields.check)
  return { ...access, fields }
}

/** Finds the text that says why the draft cannot be ordered; undefined when it can. */
export function findDraftProblem(page: Page, draft: Draft): string | undefined {
  if (draft.product && !page.prices.isSold(draft.product.article)) return page.text('product.withdrawn')
  if (draft.product && !draft.product.withPrints)
    return listProductPhotos(draft).length === 0 ? page.text('product.no-photos') : undefined
  const printedPhotos = draft.photos.filter(photo => photo.quantity > 0)
  if (printedPhotos.some(photo => !page.prices.isSold(photo.size))) return page.text('editor.withdrawn')
  const { prints } = computeTotal(printedPhotos, page.prices)
  if (prints === 0 && !draft.product) return page.text('editor.none')
  return prints > PRINTS_MAX ? page.text('editor.too-many', { max: PRINTS_MAX }) : undefined
}

/** Finds the text that says why the draft cannot be saved; undefined for one that can be saved but no longer ordered. */
export const findSavingProblem = (page: Page, { photos }: Draft): string | undefined =>
  photos.length === 0 ? page.text('product.no-photos') : undefined

/** Returns the page where the ordered product of a draft is composed. */
export function getEditorPath({ id, product }: Draft): string {
  const kind = findArticle(product?.article)?.kind
  return kind ? `/prints/${id}/${kind}` : `/prints/${id}`
}
