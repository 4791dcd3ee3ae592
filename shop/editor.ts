import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { brands } from '#brands/index.ts'
import { pictureAddresses } from './addresses.ts'
import { HTML, pageOfChannel } from './brand-page.ts'
import { PRINT_SIZES, QUANTITY_MAX, sizeOf } from './catalog.ts'
import type { Shop } from './context.ts'
import type { Draft } from './drafts.ts'
import { draftOf, formOf } from './one-draft.ts'
import { orderProblem } from './order-problem.ts'
import { type EditorView, editorPage, editorParts, PHOTOS_A_PAGE } from './pages/editor-page.ts'
import type { Page } from './pages/page.ts'
import { Refusal } from './refusal.ts'
import { collect, removeGone } from './selection.ts'
import { checkOf, welcome } from './visitor.ts'

const handOver = z.object({
  channel: z.string(),
  autoselectproduct: z.string().max(200).optional(),
  tempSelectionId: z.uuid().transform(id => id.toLowerCase()),
})
const pageQuery = z.object({ page: z.coerce.number().int().min(1).catch(1) })

/** The hand-over from the library, and the editor: sizes and quantities, kept as they are chosen. */
export function mountEditor(app: FastifyInstance, shop: Shop): void {
  const addressOf = pictureAddresses(shop.keepsake, shop.now)

  app.get<{ Params: { vendor: string } }>('/:vendor/prints', async (request, reply) => {
    const asked = handOver.safeParse(request.query)
    const brand = brands.find(
      each => each.channel === asked.data?.channel && each.vendor === request.params.vendor,
    )
    if (!asked.success || !brand) throw new Refusal('incomplete')
    const { tempSelectionId: id, channel, autoselectproduct } = asked.data
    const visitor = welcome(request, reply)
    const known = await shop.drafts.find(id)
    if (!known) {
      const draft = await collect(shop.keepsake, id, sizeOf(autoselectproduct).code)
      if (!draft) throw new Refusal('expired', pageOfChannel(shop, channel))
      await shop.drafts.add({ ...draft, visitor, channel })
    }
    const opened = known ?? (await shop.drafts.find(id))
    if (opened?.visitor !== visitor) throw new Refusal('other', pageOfChannel(shop, channel))
    // The id leaves the address bar; it opens nothing without this browser's cookie from now on.
    return reply.redirect(`/prints/${id}`, 303)
  })

  app.get('/prints/:id', async (request, reply) => {
    const { draft, page, visitor, ordered } = await draftOf(shop, request)
    if (ordered) return reply.redirect(`/orders/${ordered}`, 303)
    const { page: asked } = pageQuery.parse(request.query)
    const gone = await takeOutGone(shop, draft)
    const now = gone === 0 ? draft : ((await shop.drafts.find(draft.id)) ?? draft)
    const view = viewOf(shop, now, visitor, asked)
    const left = Number((request.query as { gone?: string }).gone ?? 0) || 0
    return reply.type(HTML).send(editorPage(page, { ...view, gone: Math.max(gone, left) }))
  })

  app.post('/prints/:id', async (request, reply) => {
    const { draft, page, visitor, ordered, fields } = await formOf(shop, request)
    const quickly = request.headers.accept === 'application/json'
    if (ordered) return reply.redirect(`/orders/${ordered}`, 303)
    const { page: shown } = pageQuery.parse(request.query)
    const wrong = new Map<string, string>()
    const changed = await shop.drafts.change(draft.id, before => withFields(before, fields, wrong))
    if (!changed) throw new Refusal('missing')
    const view = { ...viewOf(shop, changed, visitor, shown), wrong }
    if (quickly) return reply.send(editorParts(page, view))
    const next = String(fields.next ?? 'save')
    const alert = alertOf(page, changed, wrong, next)
    if (alert)
      return reply
        .code(400)
        .type(HTML)
        .send(editorPage(page, { ...view, gone: 0, alert }))
    const target = next === 'delivery' ? '/delivery' : `?page=${/^page-(\d{1,5})$/.exec(next)?.[1] ?? shown}`
    return reply.redirect(`/prints/${draft.id}${target}`, 303)
  })

  app.post('/prints/:id/all', async (request, reply) => {
    const { draft, page, visitor, ordered, fields } = await formOf(shop, request)
    if (ordered) return reply.redirect(`/orders/${ordered}`, 303)
    const size = sizeIn(fields.size)
    const quantity = quantityIn(fields.quantity)
    if (size === null || quantity === null) {
      const alert = page.text('editor.wrong', { max: QUANTITY_MAX })
      const view = { ...viewOf(shop, draft, visitor, 1), gone: 0, alert }
      return reply.code(400).type(HTML).send(editorPage(page, view))
    }
    await shop.drafts.change(draft.id, before => ({
      ...before,
      photos: before.photos.map(photo => ({ ...photo, size, quantity })),
    }))
    return reply.redirect(`/prints/${draft.id}`, 303)
  })

  app.get<{ Params: { id: string; photo: string } }>(
    '/prints/:id/pictures/:photo',
    async (request, reply) => {
      const { draft } = await draftOf(shop, request)
      const photo = draft.photos.find(each => each.id === request.params.photo)
      const address = photo && (await addressOf(draft.id, photo))
      if (!address) throw new Refusal('missing')
      // Shorter than the time for which an address is sure to work.
      return reply.header('cache-control', 'private, max-age=240').redirect(address, 302)
    },
  )
}

/** Takes photos out that have left the library since they were chosen; answers how many. */
async function takeOutGone(shop: Shop, draft: Draft): Promise<number> {
  const part = await shop.keepsake.selection(draft.id, 0, 1)
  if (!part || part.availableCount === draft.photos.length) return 0
  return removeGone(shop, draft)
}

function viewOf(shop: Shop, draft: Draft, visitor: string, asked: number): EditorView {
  const last = Math.max(0, Math.ceil(draft.photos.length / PHOTOS_A_PAGE) - 1)
  const pageNumber = Math.min(asked - 1, last)
  return { draft, pageNumber, check: checkOf(shop, draft.id, visitor), gone: 0 }
}

/** The draft with what the form says of its photos; what is no quantity is left as it was and noted. */
function withFields(draft: Draft, fields: Record<string, unknown>, wrong: Map<string, string>): Draft {
  return {
    ...draft,
    photos: draft.photos.map(photo => {
      const [size, typed] = [fields[`s-${photo.id}`], fields[`q-${photo.id}`]]
      const quantity = typed === undefined ? photo.quantity : quantityIn(typed)
      if (quantity === null) wrong.set(photo.id, String(typed).slice(0, 20))
      return { ...photo, size: sizeIn(size) ?? photo.size, quantity: quantity ?? photo.quantity }
    }),
  }
}

function alertOf(page: Page, draft: Draft, wrong: Map<string, string>, next: string): string | undefined {
  if (wrong.size > 0) return page.text('editor.wrong', { max: QUANTITY_MAX })
  return next === 'delivery' ? orderProblem(page, draft) : undefined
}

const sizeIn = (value: unknown) => PRINT_SIZES.find(size => size.code === value)?.code ?? null

const quantityIn = (value: unknown) =>
  typeof value === 'string' && /^\d{1,2}$/.test(value.trim()) ? Number(value) : null
