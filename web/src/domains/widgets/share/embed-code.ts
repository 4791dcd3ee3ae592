import type { Widget } from '#contract/widgets.ts'

/** Width of the embedded page; two pages and their margins. */
const WIDTH = 800
const MARGIN = 150

/** Returns the HTML that shows a widget inside a page of another site. */
export function createEmbedCode(
  { title, aspectRatio }: Pick<Widget, 'title' | 'aspectRatio'>,
  link: string,
): string {
  const height = Math.round((WIDTH - 2 * 96) / 2 / aspectRatio) + MARGIN
  return `<iframe src="${escapeAttribute(link)}" title="${escapeAttribute(title)}" width="${WIDTH}" height="${height}" style="border:0;max-width:100%" loading="lazy" allow="clipboard-write; web-share"></iframe>`
}

const escapeAttribute = (value: string) =>
  value.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
