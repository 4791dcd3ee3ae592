import type { FastifyRequest } from 'fastify'
import { createChannelPage } from './brand-page.ts'
import type { Shop } from './context.ts'
import { type Draft, isDraftExpired } from './drafts.ts'
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
  const draft = await shop.drafts.find(id)
  const visitor = readVisitor(request)
  if (!draft) throw new PageError('missing')
  const page = createChannelPage(shop, draft.channel, draft.libraryUrl)
  if (!visitor || draft.visitor !== visitor) throw new PageError('other', page)
  const derivedCode = deriveOrderCode(draft.id)
  const orderCode = (await shop.orders.find(derivedCode)) ? derivedCode : undefined
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
