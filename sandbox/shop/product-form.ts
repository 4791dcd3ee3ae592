import { z } from 'zod'
import { findArticle, listArticles, type ProductKind, TITLE_MAX } from './catalog.ts'
import type { Draft, DraftProduct } from './drafts.ts'
import { createRequiredText, type EnteredForm, readForm } from './forms.ts'
import { nameArticle, type Page } from './pages/page.ts'
import { createDefaultTitle } from './projects/project.ts'

const FIELDS = ['article', 'title', 'company', 'quantity'] as const
export type ProductField = (typeof FIELDS)[number]
export type ProductForm = EnteredForm<ProductField>

/** Reads the submitted form of a kind of product; without problems it has the product. Saving does not require a title. */
export function readProductForm(
  page: Page,
  fields: Record<string, unknown>,
  { kind, isSaved, now }: { kind: ProductKind; isSaved: boolean; now: Date },
): ProductForm & { product: DraftProduct | undefined } {
  const schema = z.object({
    article: z.string().refine(code => findArticle(code)?.kind === kind, 'delivery.needed'),
    title: createRequiredText(TITLE_MAX, 'delivery.not-valid'),
    company:
      kind === 'studio-pack'
        ? createRequiredText(COMPANY_MAX, 'delivery.not-valid')
        : z.string().transform(() => undefined),
    quantity: z
      .string()
      .regex(/^\d{1,2}$/, 'product.number')
      .transform(Number)
      .refine(quantity => quantity > 0, 'product.number'),
  })
  const title = String(fields.title ?? '').trim() || (isSaved ? createDefaultTitle(page, kind, now) : '')
  const frame = kind === 'frame' ? findArticle(String(fields.article)) : undefined
  // A frame has no title of its own.
  const entered = { ...fields, title: frame ? nameArticle(page, frame.code) : title }
  const { data, ...form } = readForm(FIELDS, schema, entered)
  const withPrints = kind === 'frame' && fields.prints === 'yes' ? true : undefined
  return { ...form, product: data && { ...data, withPrints } }
}

const COMPANY_MAX = 200

/** Creates the initial values of a kind: the draft's product of this kind, or the requested or first variant. */
export function createInitialValues(
  kind: ProductKind,
  { product }: Pick<Draft, 'product'>,
  requestedArticle: string | undefined,
): ProductForm['values'] {
  const current = findArticle(product?.article)?.kind === kind ? product : undefined
  const article = [requestedArticle, current?.article].find(code => findArticle(code)?.kind === kind)
  return {
    article: article ?? listArticles(kind)[0]!.code,
    title: current?.title ?? '',
    company: current?.company ?? '',
    quantity: String(current?.quantity ?? 1),
  }
}
