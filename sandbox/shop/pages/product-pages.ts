import { findPagePaper, isLargeEnough } from '#contract/print-quality.ts'
import { type Html, html } from '#html/html.ts'
import { layOutBook } from '../book-pages.ts'
import { findArticle, listArticles, PRINT_SIZES, type ProductKind } from '../catalog.ts'
import type { Draft, DraftPhoto } from '../drafts.ts'
import type { ProductForm } from '../product-form.ts'
import type { Page } from './page.ts'
import { renderPicture } from './picture.ts'
import { WARNING } from './warning.ts'

/**
 * Renders the pages of a photo book or a calendar with the chosen photos in their order, and marks those that are too small
 * for a full page as the library counts them (NX-235); undefined for kinds without pages.
 */
export function renderPages(page: Page, view: PagesView): Html | undefined {
  const chosenIds = new Set(view.photoIds)
  const photos = view.draft.photos.filter(({ id }) => chosenIds.has(id))
  const sheets = listSheets(page, view, photos)
  if (!sheets) return undefined
  const tooSmall = photos.filter(isTooSmall).length
  const empty = sheets.pages - sheets.list.flatMap(({ leaves }) => leaves).length
  return html`<section class="pages" aria-labelledby="pages-title">
<div class="pages-head"><h2 id="pages-title">${page.plural('book.pages', sheets.pages)}, ${page.plural('editor.count', photos.length)}</h2>
<button class="quiet" form="product" name="next" value="show">${page.text('editor.save')}</button></div>
${tooSmall > 0 && html`<p class="warning">${WARNING}${page.plural('book.low', tooSmall)}</p>`}
<ol class="sheets">${sheets.list.map(sheet => renderSheet(page, view, sheet))}</ol>
${empty > 0 && html`<p class="secondary">${page.plural('book.empty', empty)}</p>`}
</section>`
}

interface PagesView extends Pick<ProductForm, 'values' | 'photoIds'> {
  draft: Draft
  kind: ProductKind
}

/** Pages that lie side by side. */
interface Sheet {
  name: string
  /** The photos of each page. */
  leaves: readonly (readonly DraftPhoto[])[]
}

function listSheets(
  page: Page,
  { kind, values }: PagesView,
  photos: readonly DraftPhoto[],
): { pages: number; list: Sheet[] } | undefined {
  if (kind === 'calendar')
    return { pages: listMonths(page).length + 1, list: listCalendarSheets(page, photos) }
  const book = (findArticle(values.article) ?? listArticles(kind)[0])?.book
  return book && { pages: book.pages, list: listBookSheets(page, layOutBook(photos, book.pages)) }
}

/** The cover is the first page; then two pages make a spread. */
function listBookSheets({ text }: Page, [cover, ...rest]: DraftPhoto[][]): Sheet[] {
  if (!cover) return []
  const spreads = Array.from({ length: Math.ceil(rest.length / 2) }, (_, index) => {
    const first = 2 + 2 * index
    const leaves = rest.slice(2 * index, 2 * index + 2)
    const name =
      leaves.length === 2
        ? text('book.spread', { first, second: first + 1 })
        : text('book.page', { page: first })
    return { name, leaves }
  })
  return [{ name: text('book.cover'), leaves: [cover] }, ...spreads]
}

function listCalendarSheets(page: Page, photos: readonly DraftPhoto[]): Sheet[] {
  const names = [page.text('book.cover'), ...listMonths(page)]
  return names.slice(0, photos.length).map((name, index) => ({ name, leaves: [[photos[index]!]] }))
}

const listMonths = ({ locale }: Page): string[] => {
  const month = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2026, index, 1)))
}

function renderSheet({ text }: Page, { draft }: PagesView, { name, leaves }: Sheet): Html {
  const small = leaves.flat().filter(isTooSmall)
  const names = small.map(photo => photo.name).join(', ')
  return html`<li class="sheet"><div class="leaves">${leaves.map(
    photos =>
      html`<div class="leaf" data-photos="${photos.length}">${photos.map(photo => renderPicture(draft, photo))}</div>`,
  )}</div>
<p class="secondary">${name}</p>
${small.length > 0 && html`<p class="warning">${WARNING}${text('book.small', { names })}</p>`}</li>`
}

/** Whether the photo is too small for a full page, on the paper with which the library counts such photos. */
function isTooSmall(photo: DraftPhoto): boolean {
  const paper = findPagePaper(PRINT_SIZES)
  return paper !== undefined && !isLargeEnough(photo, paper)
}
