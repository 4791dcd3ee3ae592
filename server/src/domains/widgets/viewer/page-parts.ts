import { type Html, html } from '#html/html.ts'

/** A range of pages that one document shows. */
export interface PagePart {
  /** The numbers of its first and its last page. */
  start: number
  end: number
  spreads: Html[]
  /** Numbers of the neighbouring parts. */
  previous: number | null
  next: number | null
}

/** Maximum number of bytes of the pages of one document, which with style, script and texts stays below 30 KB. */
const PART_BYTES = 14_000

/**
 * Divides the pages into parts so that no document is too large, and returns one of them. A part ends with a spread:
 * the cover, then two pages each. Parts are counted from 1; undefined for a part that does not exist.
 */
export function selectPart(pages: readonly Html[], number: number): PagePart | undefined {
  const parts: { start: number; spreads: Html[][]; bytes: number }[] = []
  for (let index = 0; index < pages.length; index += index === 0 ? 1 : 2) {
    const spread = pages.slice(index, index === 0 ? 1 : index + 2)
    const bytes = spread.reduce((sum, page) => sum + Buffer.byteLength(page.markup), 0)
    const lastPart = parts.at(-1)
    if (lastPart && lastPart.bytes + bytes <= PART_BYTES) {
      lastPart.spreads.push(spread)
      lastPart.bytes += bytes
    } else parts.push({ start: index + 1, spreads: [spread], bytes })
  }
  const part = parts[number - 1]
  if (!part) return undefined
  return {
    start: part.start,
    end: part.start + part.spreads.flat().length - 1,
    spreads: part.spreads.map(spread => html`<div class="spread">${spread}</div>`),
    previous: number > 1 ? number - 1 : null,
    next: number < parts.length ? number + 1 : null,
  }
}
