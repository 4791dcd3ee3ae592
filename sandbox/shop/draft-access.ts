import type { FastifyRequest } from 'fastify'
import { createChannelPage } from './brand-page.ts'
import { computeCosts, findArticle, PRINTS_MAX } from './catalog.ts'
import type { Shop } from './context.ts'
import { type Draft, isDraftExpired, listPrints } from './drafts.ts'
import { deriveOrderCode } from './orders/order.ts'
import { PageError, PageMoved } from './page-error.ts'
import type { Page } from './pages/page.ts'
import { readVisitor } from './visitor.ts'

/**
 * Gets the draft of a request for the browser that opened it. Throws PageError when it does not exist, has expired or
 * belongs to another browser; leads to its order once that is placed.
 */
export function requireDraft(shop: Shop, request: FastifyRequest) {
  const { id } = request.params as { id: string }
  const draft = shop.drafts.find(id)
  const visitor = readVisitor(request)
  if (!draft) throw new PageError('missing')
  const page = createChannelPage(shop, draft.channel, draft.libraryUrl)
  if (!visitor || draft.visitor !== visitor) throw new PageError('other', page)
  const orderCode = deriveOrderCode(draft.id)
  if (shop.orders.find(orderCode)) throw new PageMoved(`/orders/${orderCode}`)
  if (isDraftExpired(draft, shop.now())) throw new PageError('expired', page)
  return { draft, page, visitor }
}

/** Gets the draft and the fields of a submitted form. */
export function requireDraftForm(shop: Shop, request: FastifyRequest) {
  return { ...requireDraft(shop, request), fields: (request.body ?? {}) as Record<string, unknown> }
}

/** Finds the text that says why the draft cannot be ordered; undefined when it can. */
export function findDraftProblem({ text, prices }: Page, draft: Draft): string | undefined {
  const { product, photos } = draft
  if (product && !prices.isSold(product.article)) return text('product.withdrawn')
  if (product && !product.withPrints && photos.length === 0) return text('product.no-photos')
  const lines = listPrints(draft)
  if (lines.some(photo => !prices.isSold(photo.size))) return text('editor.withdrawn')
  const { prints } = computeCosts(lines, product, prices)
  if (prints === 0 && !product) return text('editor.none')
  return prints > PRINTS_MAX ? text('editor.too-many', { max: PRINTS_MAX }) : undefined
}

/** Finds the text that says why the draft cannot be saved; undefined for one that can be saved but no longer ordered. */
export const findSavingProblem = ({ text }: Page, { photos }: Draft): string | undefined =>
  photos.length === 0 ? text('product.no-photos') : undefined

/** Returns the page where the ordered product of a draft is composed. */
export function getEditorPath({ id, product }: Draft): string {
  const kind = findArticle(product?.article)?.kind
  return kind ? `/prints/${id}/${kind}` : `/prints/${id}`
}
