import type { FastifyRequest } from 'fastify'
import { pageOfChannel } from './brand-page.ts'
import type { Shop } from './context.ts'
import type { Draft } from './drafts.ts'
import { codeOf } from './orders.ts'
import type { Page } from './pages/page.ts'
import { Refusal } from './refusal.ts'
import { mustComeFromUs, visitorOf } from './visitor.ts'

/**
 * The draft of the address, for the browser that opened it. One that is missing, expired or somebody else's is refused.
 * `ordered` is the code of its order once it has become one.
 */
export async function draftOf(
  shop: Shop,
  request: FastifyRequest,
): Promise<{ draft: Draft; page: Page; visitor: string; ordered: string | undefined }> {
  const { id } = request.params as { id: string }
  const draft = await shop.drafts.find(id)
  const visitor = visitorOf(request)
  if (!draft) throw new Refusal('missing')
  const page = pageOfChannel(shop, draft.channel, draft.libraryUrl)
  if (!visitor || draft.visitor !== visitor) throw new Refusal('other', page)
  const code = codeOf(draft.id)
  const ordered = (await shop.orders.find(code)) ? code : undefined
  if (!ordered && new Date(draft.expires) <= shop.now()) throw new Refusal('expired', page)
  return { draft, page, visitor, ordered }
}

/** The same for a form that was sent: its fields, from a page of ours. */
export async function formOf(shop: Shop, request: FastifyRequest) {
  const found = await draftOf(shop, request)
  const fields = (request.body ?? {}) as Record<string, unknown>
  mustComeFromUs(shop, request, found.draft.id, found.visitor, fields.check)
  return { ...found, fields }
}
