import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { brands } from '#brands/index.ts'
import { EDITOR_PRODUCTS } from '#contract/brands.ts'
import { createChannelPage } from './brand-page.ts'
import { findArticle, getPrintSize, KINDS, type Kind, PRINT_SIZES, QUANTITY_MAX } from './catalog.ts'
import type { Shop } from './context.ts'
import { findDraftProblem, findSavingProblem, requireDraft, requireDraftForm } from './draft-access.ts'
import type { Draft } from './drafts.ts'
import { PageError } from './page-error.ts'
import { type EditorView, renderEditorPage } from './pages/editor-page.ts'
import type { Page } from './pages/page.ts'
import { createInitialValues, readProductForm } from './product-form.ts'
import { saveProject } from './projects/projects.ts'
import { fetchPictureAddress, openDraft, removeUnavailablePhotos } from './selections.ts'
import { ensureVisitor } from './visitor.ts'

const handoffQuery = z.object({
  channel: z.string(),
  autoselectproduct: z.string().max(200).optional(),
  tempSelectionId: z.uuid().transform(id => id.toLowerCase()),
})
/** How the draft was saved, how many of its photos are gone, and the article that a link is about. */
const editorQuery = z.object({
  saved: z.enum(['project', 'copy']).optional().catch(undefined),
  gone: z.coerce.number().int().min(0).catch(0),
  article: z.string().optional().catch(undefined),
})

/** What the library hands selections over for. */
const EDITOR_KINDS = ['prints', ...EDITOR_PRODUCTS] as const

interface Editor {
  Params: { id: string; kind?: string }
}

/** Mounts the handoff from the library and the editor: prints with their sizes, or another product of the photos. */
export function mountEditor(app: FastifyInstance, shop: Shop): void {
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

  app.get<Editor>('/prints/:id/:kind?', async request => {
    const kind = parseKind(request.params)
    const access = requireDraft(shop, request)
    const { article, gone, saved } = editorQuery.parse(request.query)
    const { draft, removed } = await removeUnavailablePhotos(shop, access.draft)
    const view = { draft, kind, saved, removed: Math.max(removed, gone), invalidFields: new Map() }
    if (kind === 'prints') return renderEditorPage(access.page, view)
    const form = { values: createInitialValues(kind, draft, article), problems: {} }
    return renderEditorPage(access.page, { ...view, form })
  })

  app.post<Editor>('/prints/:id/:kind?', async (request, reply) => {
    const kind = parseKind(request.params)
    const { draft, page, fields } = requireDraftForm(shop, request)
    const next = parseNext(kind, fields.next)
    const entered =
      kind === 'prints'
        ? enterPrints(page, draft, fields, next)
        : enterProduct(page, draft, fields, kind, next, shop)
    const { alert, ...view } = entered
    shop.drafts.change(draft.id, () => view.draft)
    if (alert !== undefined)
      return reply.code(400).send(renderEditorPage(page, { ...view, kind, alert, removed: 0 }))
    if (next === 'delivery') return reply.redirect(`/prints/${draft.id}/delivery`, 303)
    const path = `/prints/${draft.id}${kind === 'prints' ? '' : `/${kind}`}`
    if (next !== 'project') return reply.redirect(path, 303)
    const { isCopy } = await saveProject(shop, page, view.draft)
    return reply.redirect(`${path}?saved=${isCopy ? 'copy' : 'project'}`, 303)
  })

  app.get<{ Params: { id: string; photo: string } }>(
    '/prints/:id/pictures/:photo',
    async (request, reply) => {
      const { draft } = requireDraft(shop, request)
      const photo = draft.photos.find(each => each.id === request.params.photo)
      const address = photo && (await fetchPictureAddress(shop.keepsake, draft.id, photo))
      if (!address) throw new PageError('missing')
      // Shorter than the validity of an address.
      return reply.header('cache-control', 'private, max-age=240').redirect(address, 302)
    },
  )
}

function parseKind({ kind = 'prints' }: Editor['Params']): Kind {
  const known = KINDS.find(each => each === kind)
  if (!known) throw new PageError('missing')
  return known
}

/** Where a form leads: prints are saved as they change. */
type Next = 'save' | 'delivery' | 'project'
const parseNext = (kind: Kind, next: unknown): Next =>
  next === 'project' ? next : next === 'delivery' || kind !== 'prints' ? 'delivery' : 'save'

/** The draft as it was entered, and why it cannot go on; what was entered wrongly does not change the draft. */
type Entered = Pick<EditorView, 'draft' | 'form' | 'invalidFields' | 'alert'>

/** Applies sizes and quantities; an invalid quantity changes nothing. What is continued with last is ordered. */
function enterPrints(page: Page, before: Draft, fields: Record<string, unknown>, next: Next): Entered {
  const invalidFields = new Map<string, string>()
  const photos = before.photos.map(photo => {
    const [size, entered] = [fields[`s-${photo.id}`], fields[`q-${photo.id}`]]
    const quantity = entered === undefined ? photo.quantity : parseQuantity(entered)
    if (quantity === null) invalidFields.set(photo.id, String(entered).slice(0, 20))
    return { ...photo, size: parseSize(size) ?? photo.size, quantity: quantity ?? photo.quantity }
  })
  const draft = { ...before, photos, ...(next !== 'save' && { product: undefined }) }
  const alert =
    invalidFields.size > 0 ? page.text('editor.wrong', { max: QUANTITY_MAX }) : findProblem(page, draft, next)
  return { draft, invalidFields, alert }
}

function enterProduct(
  page: Page,
  before: Draft,
  fields: Record<string, unknown>,
  kind: Exclude<Kind, 'prints'>,
  next: Next,
  { now }: Shop,
): Entered {
  const saving = { kind, isSaved: next === 'project', now: now() }
  const { product, ...form } = readProductForm(page, fields, saving)
  const draft = { ...before, product }
  const problem = product && findProblem(page, draft, next)
  const alert = product ? problem : page.text('product.wrong')
  return { draft: alert === undefined ? draft : before, form, invalidFields: new Map(), alert }
}

function findProblem(page: Page, draft: Draft, next: Next): string | undefined {
  if (next === 'project') return findSavingProblem(page, draft)
  return next === 'delivery' ? findDraftProblem(page, draft) : undefined
}

const parseSize = (value: unknown) => PRINT_SIZES.find(size => size.code === value)?.code ?? null

const parseQuantity = (value: unknown) =>
  typeof value === 'string' && /^\d{1,2}$/.test(value.trim()) ? Number(value) : null
