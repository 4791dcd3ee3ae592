import { findLargestGoodPrint, findPagePaper, isLargeEnough, ratePrint } from '#contract/print-quality.ts'
import { type Html, html } from '#html/html.ts'
import {
  computeCosts,
  findArticle,
  getPrintSize,
  KINDS,
  type Kind,
  listArticles,
  PRINT_SIZES,
  type ProductKind,
  QUANTITY_MAX,
  TITLE_MAX,
} from '../catalog.ts'
import { type Draft, type DraftPhoto, listPrints, selectPhotos } from '../drafts.ts'
import type { ProductField, ProductForm } from '../product-form.ts'
import { formatSize, nameArticle, type Page, renderDocument, renderInput } from './page.ts'

export interface EditorView {
  draft: Draft
  kind: Kind
  /** Of a product other than prints. */
  form?: ProductForm
  /** Number of photos removed from the draft because they are no longer in the library. */
  removed: number
  /** Entered text that is not a valid quantity, by photo id. */
  invalidFields: ReadonlyMap<string, string>
  alert?: string | undefined
  saved?: 'project' | 'copy' | undefined
}

/** Renders the editor of a kind: its photos in their order, with size and quantity of prints; warns of too few pixels. */
export function renderEditorPage(page: Page, view: EditorView): Html {
  const { text } = page
  const { draft, kind, removed, alert, saved } = view
  const list = new URL('/saved-projects', page.library).href
  const path = `/prints/${draft.id}${kind === 'prints' ? '' : `/${kind}`}`
  const title = kind === 'prints' ? text('editor.title') : text(`kind.${kind}`)
  const content = html`<nav class="kinds" aria-label="${text('kinds')}">${KINDS.map(
    each =>
      html`<a href="/prints/${draft.id}${each !== 'prints' && `/${each}`}"${each === kind && html` aria-current="page"`}>${text(`kind.${each}`)}</a>`,
  )}</nav>
<h1>${title}</h1>
<p>${kind !== 'prints' && text(`product.${kind}`, { max: listArticles(kind)[0]!.photosMax ?? 0 })} ${text('editor.expires', { time: page.dateTime(draft.expires) })}</p>
${removed > 0 && html`<p class="notice" role="status">${page.plural('editor.gone', removed)}</p>`}
${saved && html`<p class="notice" role="status">${text(saved === 'copy' ? 'project.saved-copy' : 'project.saved')} <a class="plain" href="${list}">${text('project.list')}</a></p>`}
${alert && html`<p class="alert" role="alert">${alert}</p>`}
<form method="post" action="${path}" class="editor" novalidate${kind === 'prints' && html` data-editor data-failed="${text('editor.save-failed')}"`}>
<div>
${kind !== 'prints' && view.form && renderProductFields(page, draft, kind, view.form)}
${renderPhotos(page, view)}
${kind === 'prints' && html`<noscript><button class="quiet" name="next" value="save">${text('editor.save')}</button></noscript>`}
</div>
<aside class="summary"${kind === 'prints' && html` aria-labelledby="summary-title"`}>
${kind === 'prints' && renderSummary(page, draft)}
<button class="primary" name="next" value="delivery">${text('editor.continue')}</button>
<button class="quiet" name="next" value="project">${text('project.save')}</button>
</aside>
</form>`
  return renderDocument(page, title, content)
}

/** Renders the photos of a kind; a book and a calendar have pages, on which each is large enough or not (NX-235). */
function renderPhotos(page: Page, { draft, kind, form, invalidFields }: EditorView): Html {
  const article =
    kind === 'prints' ? undefined : (findArticle(form?.values.article) ?? listArticles(kind)[0]!)
  const photos = article ? selectPhotos(article, draft.photos) : draft.photos
  const pageCount = article?.pages?.pageCount
  const hasPages = kind === 'photo-book' || kind === 'calendar'
  const tooSmall = hasPages ? photos.filter(isTooSmall).length : 0
  const count = page.plural('editor.count', photos.length)
  return html`<section aria-labelledby="photos-title">
<h2 id="photos-title">${pageCount ? `${page.plural('book.pages', pageCount)}, ${count}` : count}</h2>
${tooSmall > 0 && html`<p class="warning">${page.plural('book.low', tooSmall)}</p>`}
<ul class="cards">${photos.map(
    photo => html`<li class="card">
<img src="/prints/${draft.id}/pictures/${photo.id}" alt="${photo.name}" loading="lazy" decoding="async">
${kind === 'prints' && renderPrintFields(page, photo, invalidFields.get(photo.id))}
${hasPages && isTooSmall(photo) && html`<p class="warning">${page.text('book.small', { names: photo.name })}</p>`}
</li>`,
  )}</ul></section>`
}

/** Whether the photo is too small for a full page, on the paper with which the library counts such photos. */
function isTooSmall(photo: DraftPhoto): boolean {
  const paper = findPagePaper(PRINT_SIZES)
  return paper !== undefined && !isLargeEnough(photo, paper)
}

function renderPrintFields(page: Page, photo: DraftPhoto, entered: string | undefined): Html {
  const { text, prices } = page
  const { id, name } = photo
  const sizes = PRINT_SIZES.filter(size => prices.isSold(size.code) || size.code === photo.size)
  return html`<label><span>${text('photo.size')}</span><select name="s-${id}" aria-label="${text('photo.size-of', { name })}" aria-describedby="note-${id}" autocomplete="off">${sizes.map(
    size =>
      html`<option value="${size.code}"${size.code === photo.size && html` selected`}>${text('size.name', { size: formatSize(size) })}</option>`,
  )}</select></label>
<label><span>${text('photo.quantity')}</span><input type="number" name="q-${id}" value="${entered ?? photo.quantity}" min="0" max="${QUANTITY_MAX}" step="1" required inputmode="numeric" autocomplete="off" aria-label="${text('photo.quantity-of', { name })}" aria-describedby="note-${id}"${entered !== undefined && html` aria-invalid="true"`}></label>
<div id="note-${id}" data-live>${renderNote(page, photo, entered)}</div>`
}

/** Renders the note on a print: its quantity is invalid, it is not printed, or it has too few pixels. */
function renderNote({ text, number }: Page, photo: DraftPhoto, entered: string | undefined): Html {
  if (entered !== undefined) return html`<p class="error">${text('photo.wrong', { max: QUANTITY_MAX })}</p>`
  if (photo.quantity === 0) return html`<p>${text('photo.left-out')}</p>`
  const rating = rateChosenPrint(photo)
  if (rating?.quality !== 'too-small') return html``
  const sharpSize = findLargestGoodPrint(photo, PRINT_SIZES)
  const values = { size: formatSize(rating.size), dpi: number(Math.floor(rating.dpi)) }
  return html`<p class="warning">${
    sharpSize
      ? text('photo.low-better', { ...values, better: formatSize(sharpSize) })
      : text('photo.low', values)
  }</p>`
}

const rateChosenPrint = (photo: DraftPhoto) => ratePrint(photo, getPrintSize(photo.size))

function renderSummary(page: Page, { photos }: Draft): Html {
  const prints = listPrints({ photos })
  const count = prints.reduce((sum, { quantity }) => sum + quantity, 0)
  const tooSmallCount = prints.filter(photo => rateChosenPrint(photo)?.quality === 'too-small').length
  return html`<h2 id="summary-title">${page.text('summary')}</h2>
<div id="summary" role="status" data-live><p class="prints">${page.plural('summary.prints', count)}</p>
${renderCosts(page, { photos })}
${tooSmallCount > 0 && html`<p class="warning">${page.plural('summary.low', tooSmallCount)}</p>`}</div>`
}

/** Renders costs of a draft: each size of its prints, its product, delivery, and the total. */
export function renderCosts(page: Page, draft: Pick<Draft, 'photos' | 'product'>): Html {
  const { prices, text } = page
  const { product } = draft
  const prints = listPrints(draft)
  const { productCost, shipping, total } = computeCosts(prints, product, prices)
  const rows = PRINT_SIZES.flatMap(size => {
    const lines = prints.filter(line => line.size === size.code)
    if (lines.length === 0) return []
    const { prints: count, printsCost } = computeCosts(lines, undefined, prices)
    const name = text('size.name', { size: formatSize(size) })
    return { label: `${page.plural('summary.prints', count)}, ${name}`, cost: printsCost }
  })
  if (product) rows.push({ label: `${page.number(product.quantity)} × ${product.title}`, cost: productCost })
  const renderRow = (label: string, cost: number, kind?: string) =>
    html`<div${kind && html` class="${kind}"`}><dt>${label}</dt><dd>${page.price(cost, prices.currency)}</dd></div>`
  return html`<dl class="costs">${rows.map(({ label, cost }) => renderRow(label, cost))}${shipping > 0 && renderRow(text('summary.shipping'), shipping)}${renderRow(text('summary.total'), total, 'total')}</dl>`
}

/** Renders variant, title and quantity of a product. */
function renderProductFields(page: Page, draft: Draft, kind: ProductKind, form: ProductForm): Html {
  const { currency, getUnitPrice, isSold } = page.prices
  const { values, problems } = form
  const articles = listArticles(kind).filter(({ code }) => isSold(code) || code === values.article)
  const renderField = (name: Exclude<ProductField, 'article'>, attributes: Html) => {
    const problem = problems[name]
    const hasFocus = name === Object.keys(problems)[0]
    const max = name === 'quantity' ? QUANTITY_MAX : TITLE_MAX
    return renderInput(
      name,
      page.text(`product.${name}`),
      html` value="${values[name]}"${attributes} required${hasFocus && html` autofocus`}`,
      { problem: problem && page.text(problem, { max }) },
    )
  }
  return html`<fieldset class="choices"><legend>${page.text('product.article')}</legend>
${articles.map(
  article =>
    html`<label class="choice"><input type="radio" name="article" value="${article.code}"${article.code === values.article && html` checked`}><span>${nameArticle(page, article.code)}<span class="secondary">${page.price(getUnitPrice(article.code), currency)}${article.pages?.pageCount && html` · ${page.plural('book.pages', article.pages.pageCount)}`}</span></span></label>`,
)}</fieldset>
${kind !== 'frame' && renderField('title', html` maxlength="${TITLE_MAX}"`)}
${kind === 'studio-pack' && renderField('company', html` maxlength="200" autocomplete="organization"`)}
${renderField('quantity', html` type="number" min="1" max="${QUANTITY_MAX}" step="1" inputmode="numeric"`)}
${kind === 'frame' && html`<label class="choice"><input type="checkbox" name="prints" value="yes"${draft.product?.withPrints && html` checked`}><span>${page.text('product.prints')}</span></label>`}`
}
