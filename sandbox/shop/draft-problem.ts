import { computeTotal, findArticle, PRINTS_MAX } from './catalog.ts'
import { type Draft, listProductPhotos } from './drafts.ts'
import type { Page } from './pages/page.ts'

/** Finds the text that says why the draft cannot be ordered; undefined when it can. */
export function findDraftProblem(page: Page, draft: Draft): string | undefined {
  if (draft.product && !page.prices.isSold(draft.product.article)) return page.text('product.withdrawn')
  if (draft.product && !draft.product.withPrints)
    return listProductPhotos(draft).length === 0 ? page.text('product.no-photos') : undefined
  const printedPhotos = draft.photos.filter(photo => photo.quantity > 0)
  if (printedPhotos.some(photo => !page.prices.isSold(photo.size))) return page.text('editor.withdrawn')
  const { prints } = computeTotal(printedPhotos, page.prices)
  if (prints === 0 && !draft.product) return page.text('editor.none')
  return prints > PRINTS_MAX ? page.text('editor.too-many', { max: PRINTS_MAX }) : undefined
}

/** Finds the text that says why the draft cannot be saved; undefined for one that can be saved but no longer ordered. */
export const findSavingProblem = (page: Page, { photos }: Draft): string | undefined =>
  photos.length === 0 ? page.text('product.no-photos') : undefined

/** Returns the page where the ordered product of a draft is composed. */
export function getEditorPath({ id, product }: Draft): string {
  const kind = findArticle(product?.article)?.kind
  return kind ? `/prints/${id}/${kind}` : `/prints/${id}`
}
