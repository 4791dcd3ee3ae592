import type { OrderedProduct } from '#contract/orders.ts'
import type { Assortment } from '#web/domains/merchandise/index.ts'

type NamedProduct = Pick<OrderedProduct, 'article' | 'title' | 'description'>

/** Whether the product has a title of its own, such as that of a photo book. */
export const hasOwnTitle = ({ title, article }: NamedProduct): boolean => title !== article

/** Returns the product's own title, else the name of its article; undefined while that is not known yet. */
export function getProductName(product: NamedProduct, assortment: Assortment): string | undefined {
  return hasOwnTitle(product) ? product.title : assortment.getName(product.article)
}

/** Returns the names of products for a sentence, without those that are not loaded yet. */
export function listProductNames(products: readonly NamedProduct[], assortment: Assortment): string[] {
  return products.flatMap(product => getProductName(product, assortment) ?? [])
}

/**
 * Returns the name of the article beside a title of the product's own; undefined if title or description contain it,
 * and if the channel no longer has the article but the order describes it.
 */
export function formatArticle(product: NamedProduct, assortment: Assortment): string | undefined {
  if (assortment.isUnlisted(product.article) && product.description) return undefined
  const name = hasOwnTitle(product) ? assortment.getName(product.article) : undefined
  const includesName = (text: string | undefined) =>
    name !== undefined && text?.toLowerCase().includes(name.toLowerCase())
  return includesName(product.title) || includesName(product.description) ? undefined : name
}
