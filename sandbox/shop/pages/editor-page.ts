import { findLargestGoodPrint, ratePrint } from '#contract/print-quality.ts'
import { type Html, html } from '#html/html.ts'
import { computeCosts, getPrintSize, PRINT_SIZES, type PrintSize, QUANTITY_MAX } from '../catalog.ts'
import { type Draft, type DraftPhoto, listPrints } from '../drafts.ts'
import { type Page, renderDocument } from './page.ts'
import {
  renderCostList,
  renderKindsNav,
  renderSaveButton,
  renderSavedNotice,
  type Saved,
  WARNING,
} from './parts.ts'

/** Photos per page of the editor. */
export const PHOTOS_PER_PAGE = 48

export interface EditorView {
  draft: Draft
  /** From 0. */
  pageNumber: number
  /** Number of photos removed from the draft because they are no longer in the library. */
  removed: number
  /** Entered text that is not a valid quantity, by photo id. */
  invalidFields?: ReadonlyMap<string, string>
  alert?: string | undefined
  saved?: Saved
}

/** Renders size and quantity of each photo; warns of photos with too few pixels. */
export function renderEditorPage(page: Page, view: EditorView): Html {
  const { text } = page
  const { draft, pageNumber, removed, alert } = view
  const photos = selectPhotos(draft, pageNumber)
  const count = draft.photos.length
  const action = `/prints/${draft.id}?page=${pageNumber + 1}`
  const content = html`${renderKindsNav(page, draft.id, 'prints')}<div class="intro">
<div><h1>${text('editor.title')}</h1>
<p>${page.plural('editor.count', count)}. ${text('editor.frame')} ${text('editor.expires', { time: page.dateTime(draft.expires) })}</p></div>
${count > 1 && renderAllPhotosForm(page, draft)}
</div>
${removed > 0 && html`<p class="notice" role="status">${page.plural('editor.gone', removed)}</p>`}
${renderSavedNotice(page, view.saved)}
${alert && html`<p class="alert" role="alert">${alert}</p>`}
<form method="post" action="${action}" class="editor" data-editor data-failed="${text('editor.save-failed')}">
<button class="visually-hidden" name="next" value="save" tabindex="-1" aria-hidden="true">${text('editor.save')}</button>
<div>
<h2 class="visually-hidden">${text('editor.photos')}</h2>
<ul class="cards">${photos.map(photo => renderCard(page, draft, photo, view.invalidFields?.get(photo.id)))}</ul>
${renderPager(page, count, pageNumber)}
<noscript><button class="quiet" name="next" value="save">${text('editor.save')}</button></noscript>
</div>
<aside class="summary" aria-labelledby="summary-title">
<h2 id="summary-title">${text('summary')}</h2>
<div id="summary" role="status">${renderSummary(page, draft)}</div>
<button class="primary" name="next" value="delivery">${text('editor.continue')}</button>
${renderSaveButton(page)}
</aside>
</form>`
  return renderDocument(page, text('editor.title'), content)
}

/**
 * Renders parts of the page that depend on sizes and quantities: markup by element id, and the photos with an invalid
 * quantity.
 */
export function renderEditorParts(
  page: Page,
  { draft, pageNumber, invalidFields }: Omit<EditorView, 'removed'>,
) {
  const parts: Record<string, string> = { summary: renderSummary(page, draft).markup }
  for (const photo of selectPhotos(draft, pageNumber))
    parts[`note-${photo.id}`] = renderNote(page, photo, invalidFields?.get(photo.id)).markup
  return { parts, wrong: [...(invalidFields?.keys() ?? [])] }
}

const selectPhotos = (draft: Draft, pageNumber: number): DraftPhoto[] =>
  draft.photos.slice(pageNumber * PHOTOS_PER_PAGE, (pageNumber + 1) * PHOTOS_PER_PAGE)

export const formatSize = ({ short, long }: PrintSize) => `${short / 10} × ${long / 10}`

/** Renders costs of a draft: each size of its prints, its product, delivery, and the total. */
export function renderCosts(page: Page, draft: Pick<Draft, 'photos' | 'product'>): Html {
  const { prices, text } = page
  const { product } = draft
  const prints = listPrints(draft)
  const { productCost, ...costs } = computeCosts(prints, product, prices)
  const rows = PRINT_SIZES.flatMap(size => {
    const lines = prints.filter(line => line.size === size.code)
    if (lines.length === 0) return []
    const { prints: count, printsCost } = computeCosts(lines, undefined, prices)
    const name = text('size.name', { size: formatSize(size) })
    return { label: `${page.plural('summary.prints', count)}, ${name}`, cost: printsCost }
  })
  if (product) rows.push({ label: `${page.number(product.quantity)} × ${product.title}`, cost: productCost })
  return renderCostList(page, { rows, currency: prices.currency, ...costs })
}

function renderSummary(page: Page, draft: Draft): Html {
  const { photos } = draft
  const prints = listPrints({ photos })
  const count = prints.reduce((sum, { quantity }) => sum + quantity, 0)
  const tooSmallCount = prints.filter(photo => rateChosenPrint(photo)?.quality === 'too-small').length
  return html`<p class="prints">${page.plural('summary.prints', count)}</p>
${renderCosts(page, { photos })}
${tooSmallCount > 0 && html`<p class="warning">${WARNING}${page.plural('summary.low', tooSmallCount)}</p>`}`
}

function renderCard(page: Page, draft: Draft, photo: DraftPhoto, entered: string | undefined): Html {
  const { text } = page
  const { id, name } = photo
  const isPortrait = photo.height > photo.width
  return html`<li class="card" data-size="${photo.size}"${isPortrait && html` data-turned`}${photo.quantity === 0 && html` data-out`}>
<div class="frame"><div class="paper"><img src="/prints/${draft.id}/pictures/${id}" alt="${name}" loading="lazy" decoding="async"></div></div>
<div class="controls">
<label><span>${text('photo.size')}</span><select name="s-${id}" aria-label="${text('photo.size-of', { name })}" aria-describedby="note-${id}" autocomplete="off">${renderSizeOptions(page, photo.size)}</select></label>
<label><span>${text('photo.quantity')}</span><span class="stepper"><button type="button" data-step="-1" aria-label="${text('photo.fewer', { name })}" hidden>−</button><input type="number" name="q-${id}" value="${entered ?? photo.quantity}" min="0" max="${QUANTITY_MAX}" step="1" required inputmode="numeric" autocomplete="off" aria-label="${text('photo.quantity-of', { name })}" aria-describedby="note-${id}"${entered !== undefined && html` aria-invalid="true"`}><button type="button" data-step="1" aria-label="${text('photo.more', { name })}" hidden>+</button></span></label>
</div>
<div id="note-${id}" class="note">${renderNote(page, photo, entered)}</div>
</li>`
}

/** Renders the note on a photo: its quantity is invalid, it is not printed, or it has too few pixels. */
function renderNote({ text, number }: Page, photo: DraftPhoto, entered: string | undefined): Html {
  if (entered !== undefined) return html`<p class="error">${text('photo.wrong', { max: QUANTITY_MAX })}</p>`
  if (photo.quantity === 0) return html`<p>${text('photo.left-out')}</p>`
  const rating = rateChosenPrint(photo)
  if (rating?.quality !== 'too-small') return html``
  const sharpSize = findLargestGoodPrint(photo, PRINT_SIZES)
  const values = { size: formatSize(rating.size), dpi: number(Math.floor(rating.dpi)) }
  return html`<p class="warning">${WARNING}${
    sharpSize
      ? text('photo.low-better', { ...values, better: formatSize(sharpSize) })
      : text('photo.low', values)
  }</p>`
}

const rateChosenPrint = (photo: DraftPhoto) => ratePrint(photo, getPrintSize(photo.size))

function renderAllPhotosForm(page: Page, draft: Draft): Html {
  const { text } = page
  const [first] = draft.photos
  return html`<form method="post" action="/prints/${draft.id}/all" class="all">
<fieldset><legend>${text('editor.all')}</legend>
<label><span>${text('photo.size')}</span><select name="size" autocomplete="off">${renderSizeOptions(page, first!.size)}</select></label>
<label><span>${text('photo.quantity')}</span><input type="number" name="quantity" value="1" min="0" max="${QUANTITY_MAX}" step="1" required inputmode="numeric" autocomplete="off"></label>
<button class="quiet">${text('editor.apply')}</button>
</fieldset></form>`
}

const renderSizeOptions = ({ text, prices }: Page, chosenSize: string) =>
  PRINT_SIZES.filter(size => prices.isSold(size.code) || size.code === chosenSize).map(
    size =>
      html`<option value="${size.code}"${size.code === chosenSize && html` selected`}>${text('size.name', { size: formatSize(size) })}</option>`,
  )

/** Renders buttons that submit the form: changing the page saves the current one. */
function renderPager({ text }: Page, count: number, pageNumber: number): Html | null {
  const pages = Math.ceil(count / PHOTOS_PER_PAGE)
  if (pages === 1) return null
  const button = (to: number, label: string) =>
    html`<button class="quiet" name="next" value="page-${to + 1}"${(to < 0 || to >= pages) && html` disabled`}>${label}</button>`
  return html`<nav class="pager" aria-label="${text('pages')}">${button(pageNumber - 1, text('pages.previous'))}
<span>${text('pages.which', { page: pageNumber + 1, pages })}</span>
${button(pageNumber + 1, text('pages.next'))}</nav>`
}
