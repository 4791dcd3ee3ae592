import { nameText } from '#contract/input/text.ts'
import { findArticle, listArticles, type ProductKind, QUANTITY_MAX, TITLE_MAX } from './catalog.ts'
import type { Draft, DraftProduct } from './drafts.ts'

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
  const quantity = /^\d{1,2}$/.test(values.quantity) ? Number(values.quantity) : 0
  const isPack = kind === 'studio-pack'
  const problems: Partial<Record<ProductField, ProductProblem | undefined>> = {
    article: findArticle(values.article)?.kind === kind ? undefined : 'delivery.needed',
    title: findProblem(values.title, TITLE_MAX),
    company: isPack ? findProblem(values.company, COMPANY_MAX) : undefined,
    quantity: quantity < 1 || quantity > QUANTITY_MAX ? 'product.number' : undefined,
  }
  return {
    values,
    problems: Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem)),
    product: {
      article: values.article,
      title: values.title,
      quantity,
      company: isPack ? values.company : undefined,
      withPrints: kind === 'frame' && fields.prints === 'yes' ? true : undefined,
    },
  }
}

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

const COMPANY_MAX = 200

function findProblem(value: string, max: number): ProductProblem | undefined {
  if (value === '') return 'delivery.needed'
  return nameText({ max }).safeParse(value).success ? undefined : 'delivery.not-valid'
}
