import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { HTML } from './brand-page.ts'
import { findArticle, KINDS, type ProductKind } from './catalog.ts'
import type { Shop } from './context.ts'
import {
  findDraftProblem,
  findSavingProblem,
  getEditorPath,
  requireDraft,
  requireDraftForm,
} from './draft-access.ts'
import { PageError } from './page-error.ts'
import { savedQuery } from './pages/parts.ts'
import { formatArticleName, renderProductPage } from './pages/product-page.ts'
import { createEmptyProductForm, readProductForm } from './product-form.ts'
import { createDefaultTitle } from './projects/project.ts'
import { saveProject } from './projects/save-project.ts'
import { removeIfUnavailable } from './selections.ts'
import { createCsrfToken } from './visitor.ts'

const query = z.object({
  article: z.string().optional().catch(undefined),
  saved: savedQuery,
  gone: z.coerce.number().int().min(0).catch(0),
})

interface Product {
  Params: { id: string; kind: string }
}

/** Pages of products other than prints, such as a photo book and a calendar. */
export function mountProducts(app: FastifyInstance, shop: Shop): void {
  app.get<Product>('/prints/:id/:kind', async (request, reply) => {
    const kind = parseKind(request.params)
    const { draft, page, visitor, orderCode } = await requireDraft(shop, request)
    if (orderCode) return reply.redirect(`/orders/${orderCode}`, 303)
    const { article, gone, saved } = query.parse(request.query)
    const removed = await removeIfUnavailable(shop, draft)
    const currentDraft = removed === 0 ? draft : (shop.drafts.find(draft.id) ?? draft)
    return reply.type(HTML).send(
      renderProductPage(page, {
        draft: currentDraft,
        kind,
        csrfToken: createCsrfToken(shop, draft.id, visitor),
        removed: Math.max(removed, gone),
        saved,
        ...createEmptyProductForm(kind, currentDraft, article),
        problems: {},
      }),
    )
  })

  app.post<Product>('/prints/:id/:kind', async (request, reply) => {
    const kind = parseKind(request.params)
    const { draft, page, visitor, orderCode, fields } = await requireDraftForm(shop, request)
    if (orderCode) return reply.redirect(`/orders/${orderCode}`, 303)
    const isSaved = fields.next === 'project'
    // Saving does not require a title.
    const title = isSaved && isBlank(fields.title) ? createDefaultTitle(page, kind, shop.now()) : fields.title
    const frame = kind === 'frame' ? findArticle(String(fields.article)) : undefined
    const { values, photoIds, problems, product } = readProductForm(
      // A frame has no title of its own.
      { ...fields, title: frame ? formatArticleName(page, frame) : title },
      kind,
      draft,
    )
    const csrfToken = createCsrfToken(shop, draft.id, visitor)
    const view = { draft, kind, csrfToken, removed: 0, values, photoIds }
    if (fields.next === 'show')
      return reply.type(HTML).send(renderProductPage(page, { ...view, problems: {} }))
    const alert = isSaved ? findSavingProblem(page, draft) : findDraftProblem(page, { ...draft, product })
    if (alert || Object.keys(problems).length > 0) {
      return reply
        .code(400)
        .type(HTML)
        .send(renderProductPage(page, { ...view, problems, alert }))
    }
    const changedDraft = shop.drafts.change(draft.id, before => ({ ...before, product }))
    if (!changedDraft) throw new PageError('missing')
    if (isSaved) {
      const { isCopy } = await saveProject(shop, page, changedDraft)
      return reply.redirect(`${getEditorPath(changedDraft)}?saved=${isCopy ? 'copy' : 'project'}`, 303)
    }
    return reply.redirect(`/prints/${draft.id}/delivery`, 303)
  })
}

const isBlank = (value: unknown) => typeof value !== 'string' || value.trim() === ''

function parseKind({ kind }: Product['Params']): ProductKind {
  const productKind = KINDS.find(each => each === kind)
  if (!productKind || productKind === 'prints') throw new PageError('missing')
  return productKind
}
