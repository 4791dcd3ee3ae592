import { findPagePaper, isLargeEnough } from '#contract/print-quality.ts'
import { type Html, html } from '#html/html.ts'
import {
  type Article,
  findArticle,
  listArticles,
  PRINT_SIZES,
  type ProductKind,
  QUANTITY_MAX,
  TITLE_MAX,
} from '../catalog.ts'
import { type Draft, type DraftPhoto, layOutBook, selectPhotos } from '../drafts.ts'
import type { ProductField, ProductForm } from '../product-form.ts'
import { type Page, renderDocument } from './page.ts'
import {
  renderInput,
  renderKindsNav,
  renderPicture,
  renderSaveButton,
  renderSavedNotice,
  type Saved,
  WARNING,
} from './parts.ts'

/** Maximum number of pictures on the page; the product contains all photos of the selection. */
const PICTURES_MAX = 12

interface ProductView {
  draft: Draft
  kind: ProductKind
  /** Number of photos removed from the draft because they are no longer in the library. */
  removed: number
  values: ProductForm['values']
  problems: ProductForm['problems']
  alert?: string | undefined
  saved?: Saved
}

/** Renders the variant, title and quantity of a product of the selected photos. */
export function renderProductPage(page: Page, view: ProductView): Html {
  const { text } = page
  const { draft, kind, removed, values, problems, alert } = view
  const [firstInvalidField] = Object.keys(problems)
  const pages = renderPages(page, view)
  const content = html`${renderKindsNav(page, draft.id, kind)}<div class="intro">
<div><h1>${text(`kind.${kind}`)}</h1><p>${text(`product.${kind}`, { max: listArticles(kind)[0]!.photosMax ?? 0 })} ${text('editor.expires', { time: page.dateTime(draft.expires) })}</p></div>
</div>
${removed > 0 && html`<p class="notice" role="status">${page.plural('editor.gone', removed)}</p>`}
${renderSavedNotice(page, view.saved)}
${(alert ?? (firstInvalidField && text('product.wrong'))) && html`<p class="alert" role="alert">${alert ?? text('product.wrong')}</p>`}
<form method="post" action="/prints/${draft.id}/${kind}" class="editor" id="product" novalidate>
<div class="product">
${renderVariants(page, kind, values.article)}
${kind !== 'frame' && renderInputField(page, 'title', values, problems, html` maxlength="${TITLE_MAX}"`)}
${kind === 'studio-pack' && renderInputField(page, 'company', values, problems, html` maxlength="200" autocomplete="organization"`)}
${renderInputField(page, 'quantity', values, problems, html` type="number" min="1" max="${QUANTITY_MAX}" step="1" inputmode="numeric"`)}
${kind === 'frame' && renderPrintsChoice(page, draft)}
${!pages && renderPictures(page, draft)}
</div>
<aside class="summary"><button class="primary">${text('editor.continue')}</button>
${renderSaveButton(page)}</aside>
</form>
${pages}`
  return renderDocument(page, text(`kind.${kind}`), content)
}

/** Renders the first photos of a product that has no pages. */
function renderPictures(page: Page, draft: Draft): Html {
  const photos = draft.photos.slice(0, PICTURES_MAX)
  const more = draft.photos.length - photos.length
  return html`<div><h2>${page.plural('editor.count', draft.photos.length)}</h2>
<ul class="pictures">${photos.map(photo => html`<li>${renderPicture(draft, photo)}</li>`)}${more > 0 && html`<li class="more">+${page.number(more)}</li>`}</ul></div>`
}

/** Renders the choice to order the prints of the draft with a frame. */
const renderPrintsChoice = ({ text }: Page, { product }: Draft) =>
  html`<label class="choice"><input type="checkbox" name="prints" value="yes"${product?.withPrints && html` checked`}><span>${text('product.prints')}</span></label>`

/** Formats the name of an article with its variant. */
export const formatArticleName = ({ text }: Pick<Page, 'text'>, { kind, variant }: Article) =>
  kind === 'studio-pack' ? text('product.pack', { variant }) : `${text(`kind.${kind}`)} ${variant}`

function renderVariants(page: Page, kind: ProductKind, chosenVariant: string): Html {
  const { currency, getUnitPrice: unitPrice, isSold } = page.prices
  return html`<fieldset class="choices"><legend>${page.text('product.article')}</legend>
${listArticles(kind)
  .filter(article => isSold(article.code) || article.code === chosenVariant)
  .map(
    article =>
      html`<label class="choice"><input type="radio" name="article" value="${article.code}"${article.code === chosenVariant && html` checked`}><span>${formatArticleName(page, article)}<span class="secondary">${page.price(unitPrice(article.code), currency)}${article.pages?.pageCount && html` · ${page.plural('book.pages', article.pages.pageCount)}`}</span></span></label>`,
  )}</fieldset>`
}

function renderInputField(
  { text }: Page,
  name: Exclude<ProductField, 'article'>,
  values: ProductForm['values'],
  problems: ProductForm['problems'],
  attributes: Html,
): Html {
  const problem = problems[name]
  const hasFocus = name === Object.keys(problems)[0]
  const max = name === 'quantity' ? QUANTITY_MAX : TITLE_MAX
  return renderInput(
    name,
    text(`product.${name}`),
    html` value="${values[name]}"${attributes} required${hasFocus && html` autofocus`}`,
    { problem: problem && text(problem, { max }) },
  )
}

/**
 * Renders the pages of a photo book or a calendar with the photos in their order, and marks those that are too small
 * for a full page as the library counts them (NX-235); undefined for kinds without pages.
 */
function renderPages(page: Page, { draft, kind, values }: ProductView): Html | undefined {
  const article = findArticle(values.article) ?? listArticles(kind)[0]!
  const photos = selectPhotos(article, draft.photos)
  const sheets = listSheets(page, article, photos)
  if (!sheets) return undefined
  const tooSmall = photos.filter(isTooSmall).length
  const empty = sheets.pages - sheets.list.flatMap(({ leaves }) => leaves).length
  return html`<section class="pages" aria-labelledby="pages-title">
<div class="pages-head"><h2 id="pages-title">${page.plural('book.pages', sheets.pages)}, ${page.plural('editor.count', photos.length)}</h2>
<button class="quiet" form="product" name="next" value="show">${page.text('editor.save')}</button></div>
${tooSmall > 0 && html`<p class="warning">${WARNING}${page.plural('book.low', tooSmall)}</p>`}
<ol class="sheets">${sheets.list.map(sheet => renderSheet(page, draft, sheet))}</ol>
${empty > 0 && html`<p class="secondary">${page.plural('book.empty', empty)}</p>`}
</section>`
}

/** Pages that lie side by side. */
interface Sheet {
  name: string
  /** The photos of each page. */
  leaves: readonly (readonly DraftPhoto[])[]
}

function listSheets(
  page: Page,
  { kind, pages }: Article,
  photos: readonly DraftPhoto[],
): { pages: number; list: Sheet[] } | undefined {
  if (kind === 'calendar')
    return { pages: listMonths(page).length + 1, list: listCalendarSheets(page, photos) }
  const { pageCount } = pages ?? {}
  if (pageCount === undefined) return undefined
  return { pages: pageCount, list: listBookSheets(page, layOutBook(photos, pageCount)) }
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

function renderSheet({ text }: Page, draft: Draft, { name, leaves }: Sheet): Html {
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
