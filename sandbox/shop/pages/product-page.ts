import { type Html, html } from '#html/html.ts'
import {
  type Article,
  CALENDAR_PHOTOS_MAX,
  computeArticleTotal,
  computeTotal,
  listArticles,
  type ProductKind,
  QUANTITY_MAX,
  TITLE_MAX,
} from '../catalog.ts'
import type { Draft, DraftProduct } from '../drafts.ts'
import { hasPhotoChoice, type ProductField, type ProductForm, type ProductProblem } from '../product-form.ts'
import { renderCostList } from './cost-list.ts'
import { listPrintCosts } from './editor-page.ts'
import { renderKindsNav } from './kinds-nav.ts'
import { type Page, renderDocument } from './page.ts'
import { renderPicture } from './picture.ts'
import { renderPages } from './product-pages.ts'
import { renderSaveButton, renderSavedNotice, type Saved } from './saved-notice.ts'

/** Maximum number of pictures on the page; the product contains all photos of the selection. */
const PICTURES_MAX = 12

export interface ProductView {
  draft: Draft
  kind: ProductKind
  csrfToken: string
  /** Number of photos removed from the draft because they are no longer in the library. */
  removed: number
  values: ProductForm['values']
  /** The ids of the photos that the product shows. */
  photoIds: ProductForm['photoIds']
  problems: ProductForm['problems']
  alert?: string | undefined
  saved?: Saved
}

/** Renders the variant, title and quantity of a product of the selected photos. */
export function renderProductPage(page: Page, view: ProductView): string {
  const { text } = page
  const { draft, kind, csrfToken, removed, values, problems, alert } = view
  const [firstInvalidField] = Object.keys(problems)
  const pages = renderPages(page, view)
  const content = html`${renderKindsNav(page, draft.id, kind)}<div class="intro">
<div><h1>${text(`kind.${kind}`)}</h1><p>${text(`product.${kind}`, { max: CALENDAR_PHOTOS_MAX })} ${text('editor.expires', { time: page.dateTime(draft.expires) })}</p></div>
</div>
${removed > 0 && html`<p class="notice" role="status">${page.plural('editor.gone', removed)}</p>`}
${renderSavedNotice(page, view.saved)}
${(alert ?? (firstInvalidField && text('product.wrong'))) && html`<p class="alert" role="alert">${alert ?? text('product.wrong')}</p>`}
<form method="post" action="/prints/${draft.id}/${kind}" class="editor" id="product" novalidate>
<input type="hidden" name="check" value="${csrfToken}">
<div class="product">
${renderVariants(page, kind, values.article)}
${kind !== 'frame' && renderInputField(page, 'title', values, problems, html` maxlength="${TITLE_MAX}"`)}
${kind === 'studio-pack' && renderInputField(page, 'company', values, problems, html` maxlength="200" autocomplete="organization"`)}
${renderInputField(page, 'quantity', values, problems, html` type="number" min="1" max="${QUANTITY_MAX}" step="1" inputmode="numeric"`)}
${kind === 'frame' && renderPrintsChoice(page, draft)}
${hasPhotoChoice(kind, draft.photos.length) ? renderPhotoChoice(page, view) : !pages && renderPictures(page, draft)}
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

/** Renders the choice of the photos that the product shows. */
function renderPhotoChoice({ text }: Page, { draft, photoIds, problems }: ProductView): Html {
  const chosenIds = new Set(photoIds)
  const { photos: problem } = problems
  return html`<fieldset class="picks"${problem && html` aria-describedby="photos-problem"`}><legend>${text('calendar.choose', { max: CALENDAR_PHOTOS_MAX })}</legend>
${problem && html`<p class="error" id="photos-problem">${text(problem, { max: CALENDAR_PHOTOS_MAX })}</p>`}
<ul class="pictures">${draft.photos.map(
    photo =>
      html`<li><label><input type="checkbox" name="photo" value="${photo.id}"${chosenIds.has(photo.id) && html` checked`}>${renderPicture(draft, photo)}</label></li>`,
  )}</ul></fieldset>`
}

/** Renders the choice to order the prints of the draft with a frame. */
const renderPrintsChoice = ({ text }: Page, { product }: Draft) =>
  html`<label class="choice"><input type="checkbox" name="prints" value="yes"${product?.withPrints && html` checked`}><span>${text('product.prints')}</span></label>`

/** Formats the name of an article with its variant. */
export const formatArticleName = ({ text }: Pick<Page, 'text'>, { kind, variant }: Article) =>
  kind === 'studio-pack' ? text('product.pack', { variant }) : `${text(`kind.${kind}`)} ${variant}`

/** Renders costs of a product, of the prints that are ordered with it, their delivery, and the total. */
export function renderProductCosts(
  page: Page,
  article: Article,
  { title, quantity, withPrints }: DraftProduct,
  photos: Draft['photos'],
): Html {
  const { currency } = page.prices
  const prints = withPrints ? photos : []
  const { goods, ...rest } = computeArticleTotal(
    article,
    quantity,
    page.prices,
    computeTotal(prints, page.prices),
  )
  return renderCostList(page, {
    rows: [...listPrintCosts(page, prints), { label: `${page.number(quantity)} × ${title}`, cost: goods }],
    currency,
    ...rest,
  })
}

function renderVariants(page: Page, kind: ProductKind, chosenVariant: string): Html {
  const { currency, getUnitPrice: unitPrice, isSold } = page.prices
  return html`<fieldset class="choices"><legend>${page.text('product.article')}</legend>
${listArticles(kind)
  .filter(article => isSold(article.code) || article.code === chosenVariant)
  .map(
    article =>
      html`<label class="choice"><input type="radio" name="article" value="${article.code}"${article.code === chosenVariant && html` checked`}><span>${formatArticleName(page, article)}<span class="secondary">${page.price(unitPrice(article.code), currency)}${article.book && html` · ${page.plural('book.pages', article.book.pages)}`}</span></span></label>`,
  )}</fieldset>`
}

function renderInputField(
  { text }: Page,
  name: Exclude<ProductField, 'article'>,
  values: ProductForm['values'],
  problems: ProductForm['problems'],
  attributes: Html,
): Html {
  const problem: ProductProblem | undefined = problems[name]
  const [firstWrong] = Object.keys(problems)
  return html`<div class="field"><label for="${name}">${text(`product.${name}`)}</label>
<input id="${name}" name="${name}" value="${values[name]}"${attributes} required${problem && html` aria-invalid="true" aria-describedby="${name}-problem"`}${name === firstWrong && html` autofocus`}>
${problem && html`<p class="error" id="${name}-problem">${text(problem, { max: name === 'quantity' ? QUANTITY_MAX : TITLE_MAX })}</p>`}</div>`
}
