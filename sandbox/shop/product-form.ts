import { nameText } from '#contract/input/text.ts'
import {
  CALENDAR_PHOTOS_MAX,
  findArticle,
  listArticles,
  type ProductKind,
  QUANTITY_MAX,
  TITLE_MAX,
} from './catalog.ts'
import type { Draft, DraftProduct } from './drafts.ts'

export type ProductField = 'article' | 'title' | 'company' | 'quantity'
/** Text id of a field's error. */
export type ProductProblem = 'delivery.needed' | 'delivery.not-valid' | 'product.number' | 'calendar.number'

export interface ProductForm {
  values: Record<ProductField, string>
  /** The ids of the photos that the product shows. */
  photoIds: string[]
  problems: Partial<Record<ProductField | 'photos', ProductProblem>>
  /** Valid when there are no problems. */
  product: DraftProduct
}

/** Reads the submitted form of a kind of product. */
export function readProductForm(
  fields: Record<string, unknown>,
  kind: ProductKind,
  { photos }: Pick<Draft, 'photos'>,
): ProductForm {
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
  const isChoice = hasPhotoChoice(kind, photos.length)
  const photoIds = isChoice ? readPhotoIds(fields, photos) : photos.map(({ id }) => id)
  if (isChoice && (photoIds.length === 0 || photoIds.length > CALENDAR_PHOTOS_MAX))
    problems.photos = 'calendar.number'
  const { article, title } = values
  const company = kind === 'studio-pack' ? values.company : undefined
  const withPrints = kind === 'frame' && fields.prints === 'yes' ? (true as const) : undefined
  const product = { article, title, quantity, company, withPrints, photoIds: isChoice ? photoIds : undefined }
  return { values, photoIds, problems: omitUndefined(problems), product }
}

/** Whether the customer chooses which photos of the selection the product shows: it has no place for all of them. */
export const hasPhotoChoice = (kind: ProductKind, photos: number): boolean =>
  kind === 'calendar' && photos > CALENDAR_PHOTOS_MAX

/** Creates the initial form of a kind: the draft's product of this kind, or the requested or first variant. */
export function createEmptyProductForm(
  kind: ProductKind,
  { product, photos }: Pick<Draft, 'product' | 'photos'>,
  requestedArticle: string | undefined,
): Pick<ProductForm, 'values' | 'photoIds'> {
  const currentProduct = findArticle(product?.article)?.kind === kind ? product : undefined
  const articleCode = [requestedArticle, currentProduct?.article].find(
    code => findArticle(code)?.kind === kind,
  )
  const photoIds = photos.map(({ id }) => id)
  return {
    values: {
      article: articleCode ?? listArticles(kind)[0]!.code,
      title: currentProduct?.title ?? '',
      company: currentProduct?.company ?? '',
      quantity: String(currentProduct?.quantity ?? 1),
    },
    photoIds: hasPhotoChoice(kind, photos.length)
      ? (currentProduct?.photoIds ?? spread(photoIds, CALENDAR_PHOTOS_MAX))
      : photoIds,
  }
}

/** Takes items at equal distances. */
const spread = (items: readonly string[], count: number) =>
  Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)]!)

/** Reads the checked photos, in the order of the draft. */
function readPhotoIds({ photo }: Record<string, unknown>, photos: Draft['photos']): string[] {
  const checked = new Set(Array.isArray(photo) ? photo : [photo])
  return photos.flatMap(({ id }) => (checked.has(id) ? [id] : []))
}

const COMPANY_MAX = 200

function findProblem(value: string, max: number): ProductProblem | undefined {
  if (value === '') return 'delivery.needed'
  return nameText({ max }).safeParse(value).success ? undefined : 'delivery.not-valid'
}

const omitUndefined = (problems: ProductForm['problems']): ProductForm['problems'] =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem))
