import type { FastifyRequest } from 'fastify'
import { pageOfChannel } from './brand-page.ts'
import type { Shop } from './context.ts'
import { type Draft, isDraftExpired } from './drafts.ts'
import { codeOf } from './orders/order.ts'
import { PageError } from './page-error.ts'
import type { Page } from './pages/page.ts'
import { requireSameOrigin, visitorOf } from './visitor.ts'

/**
 * The draft that the request names, for the browser that opened it. Throws PageError when it does not exist, has expired
 * or belongs to another browser. `ordered` is the code of its order once it was placed.
 */
export async function requireDraft(
  shop: Shop,
  request: FastifyRequest,
): Promise<{ draft: Draft; page: Page; visitor: string; ordered: string | undefined }> {
  const { id } = request.params as { id: string }
  const draft = await shop.drafts.find(id)
  const visitor = visitorOf(request)
  if (!draft) throw new PageError('missing')
  const page = pageOfChannel(shop, draft.channel, draft.libraryUrl)
  if (!visitor || draft.visitor !== visitor) throw new PageError('other', page)
  const code = codeOf(draft.id)
  const ordered = (await shop.orders.find(code)) ? code : undefined
  if (!ordered && isDraftExpired(draft, shop.now())) throw new PageError('expired', page)
  return { draft, page, visitor, ordered }
}

/** The draft and the fields of a submitted form, after the check against CSRF. */
export async function requireDraftForm(shop: Shop, request: FastifyRequest) {
  const found = await requireDraft(shop, request)
  const fields = (request.body ?? {}) as Record<string, unknown>
  requireSameOrigin(shop, request, found.draft.id, found.visitor, fields.check)
  return { ...found, fields }
}
