import { nameText } from '#contract/input/text.ts'
import { findArticle, listArticles, type ProductKind, QUANTITY_MAX, TITLE_MAX } from './catalog.ts'
import type { DraftProduct } from './drafts.ts'

export type ProductField = 'article' | 'title' | 'company' | 'quantity'
/** Text id of a field's error. */
export type ProductProblem = 'delivery.needed' | 'delivery.not-valid' | 'product.number'

export interface ProductForm {
  values: Record<ProductField, string>
  problems: Partial<Record<ProductField, ProductProblem>>
  /** Valid when there are no problems. */
  product: DraftProduct
}

/** Reads the submitted form of a kind of product. */
export function readProductForm(fields: Record<string, unknown>, kind: ProductKind): ProductForm {
  const readText = (name: ProductField) => (typeof fields[name] === 'string' ? fields[name].trim() : '')
  const values = {
    article: readText('article'),
    title: readText('title'),
    company: readText('company'),
    quantity: readText('quantity'),
  }
  const problems: ProductForm['problems'] = {}
  if (findArticle(values.article)?.kind !== kind) problems.article = 'delivery.needed'
  problems.title = findProblem(values.title, TITLE_MAX)
  if (kind === 'studio-pack') problems.company = findProblem(values.company, COMPANY_MAX)
  const quantity = /^\d{1,2}$/.test(values.quantity) ? Number(values.quantity) : 0
  if (quantity < 1 || quantity > QUANTITY_MAX) problems.quantity = 'product.number'
  const { article, title } = values
  const company = kind === 'studio-pack' ? values.company : undefined
  const withPrints = kind === 'frame' && fields.prints === 'yes' ? (true as const) : undefined
  const product = { article, title, quantity, company, withPrints }
  return { values, problems: omitUndefined(problems), product }
}

/** Creates the initial form of a kind: the draft's product of this kind, or the requested or first variant. */
export function createEmptyProductForm(
  kind: ProductKind,
  product: DraftProduct | undefined,
  requestedArticle: string | undefined,
): ProductForm['values'] {
  const currentProduct = findArticle(product?.article)?.kind === kind ? product : undefined
  const articleCode = [requestedArticle, currentProduct?.article].find(
    code => findArticle(code)?.kind === kind,
  )
  return {
    article: articleCode ?? listArticles(kind)[0]!.code,
    title: currentProduct?.title ?? '',
    company: currentProduct?.company ?? '',
    quantity: String(currentProduct?.quantity ?? 1),
  }
}

const COMPANY_MAX = 200

function findProblem(value: string, max: number): ProductProblem | undefined {
  if (value === '') return 'delivery.needed'
  return nameText({ max }).safeParse(value).success ? undefined : 'delivery.not-valid'
}

const omitUndefined = (problems: ProductForm['problems']): ProductForm['problems'] =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem))
