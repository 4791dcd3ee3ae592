import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { findArticle, PRODUCT_KINDS, type ProductKind } from './catalog.ts'
import type { Shop } from './context.ts'
import {
  findDraftProblem,
  findSavingProblem,
  getEditorPath,
  requireDraft,
  requireDraftForm,
} from './draft-access.ts'
import { PageError } from './page-error.ts'
import { editorQuery } from './pages/parts.ts'
import { formatArticleName, renderProductPage } from './pages/product-page.ts'
import { createInitialValues, readProductForm } from './product-form.ts'
import { createDefaultTitle } from './projects/project.ts'
import { saveProject } from './projects/projects.ts'
import { removeUnavailablePhotos } from './selections.ts'

const query = editorQuery.extend({ article: z.string().optional().catch(undefined) })

interface Product {
  Params: { id: string; kind: string }
}

/** Pages of products other than prints, such as a photo book and a calendar. */
export function mountProducts(app: FastifyInstance, shop: Shop): void {
  app.get<Product>('/prints/:id/:kind', async request => {
    const kind = parseKind(request.params)
    const access = requireDraft(shop, request)
    const { article, gone, saved } = query.parse(request.query)
    const { draft, removed } = await removeUnavailablePhotos(shop, access.draft)
    const values = createInitialValues(kind, draft, article)
    const view = { ...access, draft, kind, removed: Math.max(removed, gone), saved, values, problems: {} }
    return renderProductPage(access.page, view)
  })

  app.post<Product>('/prints/:id/:kind', async (request, reply) => {
    const kind = parseKind(request.params)
    const { draft, page, fields } = requireDraftForm(shop, request)
    const isSaved = fields.next === 'project'
    // Saving does not require a title.
    const title = isSaved && isBlank(fields.title) ? createDefaultTitle(page, kind, shop.now()) : fields.title
    const frame = kind === 'frame' ? findArticle(String(fields.article)) : undefined
    // A frame has no title of its own.
    const entered = { ...fields, title: frame ? formatArticleName(page, frame) : title }
    const { values, problems, product } = readProductForm(entered, kind)
    const view = { draft, kind, removed: 0, values }
    if (fields.next === 'show') return renderProductPage(page, { ...view, problems: {} })
    const alert = isSaved
      ? findSavingProblem(page, draft)
      : product && findDraftProblem(page, { ...draft, product })
    if (alert || !product) return reply.code(400).send(renderProductPage(page, { ...view, problems, alert }))
    const changedDraft = shop.drafts.change(draft.id, before => ({ ...before, product }))
    if (!changedDraft) throw new PageError('missing')
    if (!isSaved) return reply.redirect(`/prints/${draft.id}/delivery`, 303)
    const { isCopy } = await saveProject(shop, page, changedDraft)
    return reply.redirect(`${getEditorPath(changedDraft)}?saved=${isCopy ? 'copy' : 'project'}`, 303)
  })
}

const isBlank = (value: unknown) => typeof value !== 'string' || value.trim() === ''

function parseKind({ kind }: Product['Params']): ProductKind {
  const productKind = PRODUCT_KINDS.find(each => each === kind)
  if (!productKind) throw new PageError('missing')
  return productKind
}
