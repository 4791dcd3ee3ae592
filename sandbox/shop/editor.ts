import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { brands } from '#brands/index.ts'
import { EDITOR_PRODUCTS } from '#contract/brands.ts'
import { createChannelPage } from './brand-page.ts'
import { findArticle, getPrintSize, PRINT_SIZES, QUANTITY_MAX } from './catalog.ts'
import type { Shop } from './context.ts'
import { findDraftProblem, findSavingProblem, requireDraft, requireDraftForm } from './draft-access.ts'
import type { Draft } from './drafts.ts'
import { PageError } from './page-error.ts'
import { type EditorView, PHOTOS_PER_PAGE, renderEditorPage, renderEditorParts } from './pages/editor-page.ts'
import type { Page } from './pages/page.ts'
import { editorQuery } from './pages/parts.ts'
import { saveProject } from './projects/projects.ts'
import { createPictureAddresses, openDraft, removeUnavailablePhotos } from './selections.ts'
import { ensureVisitor } from './visitor.ts'

const handoffQuery = z.object({
  channel: z.string(),
  autoselectproduct: z.string().max(200).optional(),
  tempSelectionId: z.uuid().transform(id => id.toLowerCase()),
})
const pageQuery = editorQuery.extend({ page: z.coerce.number().int().min(1).catch(1) })

/** What the library hands selections over for. */
const EDITOR_KINDS = ['prints', ...EDITOR_PRODUCTS] as const

/** Mounts the handoff from the library and the prints editor, which saves sizes and quantities as they change. */
export function mountEditor(app: FastifyInstance, shop: Shop): void {
  const findAddress = createPictureAddresses(shop.keepsake, shop.now)

  for (const kind of EDITOR_KINDS)
    app.get<{ Params: { vendor: string } }>(`/:vendor/${kind}`, async (request, reply) => {
      const query = handoffQuery.safeParse(request.query)
      const brand = brands.find(
        each => each.channel === query.data?.channel && each.vendor === request.params.vendor,
      )
      if (!query.success || !brand) throw new PageError('incomplete')
      const { tempSelectionId: id, channel, autoselectproduct } = query.data
      const visitor = ensureVisitor(request, reply)
      const { code: size } = getPrintSize(autoselectproduct)
      const draft = await openDraft(shop, id, ({ photos, ...content }) => {
        return { ...content, photos: photos.map(photo => ({ ...photo, size })), visitor, channel }
      })
      if (!draft) throw new PageError('expired', createChannelPage(shop, channel))
      if (draft.visitor !== visitor) throw new PageError('other', createChannelPage(shop, channel))
      // Binds the draft to this browser's cookie.
      const article = findArticle(autoselectproduct)
      const path = article ? `/${article.kind}?article=${article.code}` : kind !== 'prints' && `/${kind}`
      return reply.redirect(`/prints/${id}${path || ''}`, 303)
    })

  app.get('/prints/:id', async request => {
    const { draft, page } = requireDraft(shop, request)
    const { page: pageNumber, saved, gone } = pageQuery.parse(request.query)
    const current = await removeUnavailablePhotos(shop, draft)
    const view = createView(current.draft, pageNumber)
    const removed = Math.max(current.removed, gone)
    return renderEditorPage(page, { ...view, saved, removed })
  })

  app.post('/prints/:id', async (request, reply) => {
    const { draft, page, fields } = requireDraftForm(shop, request)
    const { page: pageNumber } = pageQuery.parse(request.query)
    const invalidFields = new Map<string, string>()
    const next = String(fields.next ?? 'save')
    const changedDraft = shop.drafts.change(draft.id, before => {
      const { product, ...prints } = applyFields(before, fields, invalidFields)
      return next === 'delivery' || next === 'project' ? prints : { ...prints, product }
    })
    if (!changedDraft) throw new PageError('missing')
    const view = { ...createView(changedDraft, pageNumber), invalidFields }
    if (request.headers.accept === 'application/json') return renderEditorParts(page, view)
    const alert = createAlert(page, changedDraft, invalidFields, next)
    if (alert) return reply.code(400).send(renderEditorPage(page, { ...view, alert }))
    if (next === 'project') {
      const { isCopy } = await saveProject(shop, page, changedDraft)
      const saved = isCopy ? 'copy' : 'project'
      return reply.redirect(`/prints/${draft.id}?page=${pageNumber}&saved=${saved}`, 303)
    }
    const target =
      next === 'delivery' ? '/delivery' : `?page=${/^page-(\d{1,5})$/.exec(next)?.[1] ?? pageNumber}`
    return reply.redirect(`/prints/${draft.id}${target}`, 303)
  })

  app.post('/prints/:id/all', async (request, reply) => {
    const { draft, page, fields } = requireDraftForm(shop, request)
    const size = parseSize(fields.size)
    const quantity = parseQuantity(fields.quantity)
    if (size === null || quantity === null) {
      const alert = page.text('editor.wrong', { max: QUANTITY_MAX })
      const view = { ...createView(draft, 1), alert }
      return reply.code(400).send(renderEditorPage(page, view))
    }
    shop.drafts.change(draft.id, before => ({
      ...before,
      photos: before.photos.map(photo => ({ ...photo, size, quantity })),
    }))
    return reply.redirect(`/prints/${draft.id}`, 303)
  })

  app.get<{ Params: { id: string; photo: string } }>(
    '/prints/:id/pictures/:photo',
    async (request, reply) => {
      const { draft } = requireDraft(shop, request)
      const photo = draft.photos.find(each => each.id === request.params.photo)
      const address = photo && (await findAddress(draft.id, photo))
      if (!address) throw new PageError('missing')
      // Shorter than the least validity of an address.
      return reply.header('cache-control', 'private, max-age=240').redirect(address, 302)
    },
  )
}

function createView(draft: Draft, requestedPage: number): EditorView {
  const lastPage = Math.max(0, Math.ceil(draft.photos.length / PHOTOS_PER_PAGE) - 1)
  return { draft, pageNumber: Math.min(requestedPage - 1, lastPage), removed: 0 }
}

/**
 * Applies the form's sizes and quantities to the draft; invalid quantities change nothing and are added to
 * `invalidFields`.
 */
function applyFields(
  draft: Draft,
  fields: Record<string, unknown>,
  invalidFields: Map<string, string>,
): Draft {
  return {
    ...draft,
    photos: draft.photos.map(photo => {
      const [size, entered] = [fields[`s-${photo.id}`], fields[`q-${photo.id}`]]
      const quantity = entered === undefined ? photo.quantity : parseQuantity(entered)
      if (quantity === null) invalidFields.set(photo.id, String(entered).slice(0, 20))
      return { ...photo, size: parseSize(size) ?? photo.size, quantity: quantity ?? photo.quantity }
    }),
  }
}

function createAlert(
  page: Page,
  draft: Draft,
  invalidFields: Map<string, string>,
  next: string,
): string | undefined {
  if (invalidFields.size > 0) return page.text('editor.wrong', { max: QUANTITY_MAX })
  if (next === 'project') return findSavingProblem(page, draft)
  return next === 'delivery' ? findDraftProblem(page, draft) : undefined
}

const parseSize = (value: unknown) => PRINT_SIZES.find(size => size.code === value)?.code ?? null

const parseQuantity = (value: unknown) =>
  typeof value === 'string' && /^\d{1,2}$/.test(value.trim()) ? Number(value) : null
