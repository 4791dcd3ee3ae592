import { crc32 } from 'node:zlib'
import { KNOWN_CHARACTERS } from '#contract/partial-date.ts'
import type { PhotoRow } from './store/photos.ts'

/** A file beside a photo in zips; its bytes are this text in UTF-8. */
export interface Sidecar {
  text: string
  size: number
  crc32: number
}

type SidecarPhoto = Pick<PhotoRow, 'taken_at' | 'taken_offset' | 'taken_source' | 'taken_precision' | 'title'>

/**
 * Creates the XMP packet of a photo whose date or title is not that of its file: ISO 16684-1, with
 * exif:DateTimeOriginal and xmp:CreateDate of exact dates, and photoshop:DateCreated as exactly as the date is known. Undefined for
 * others. It contains no position.
 */
export function createSidecar(photo: SidecarPhoto): Sidecar | undefined {
  const hasDate =
    photo.taken_at !== null && (photo.taken_source === 'customer' || photo.taken_source === 'companion')
  if (!hasDate && photo.title === null) return undefined
  const text = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:exif="http://ns.adobe.com/exif/1.0/"
    xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/">
${[...(hasDate ? listDates(photo) : []), ...listTitle(photo.title)].map(line => `   ${line}\n`).join('')}  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>
`
  return { text, size: Buffer.byteLength(text), crc32: crc32(text) }
}

function listDates({ taken_at, taken_offset, taken_precision }: SidecarPhoto): string[] {
  const local = taken_at!.replace(' ', 'T').slice(0, 19)
  if (taken_precision !== 'second') {
    const known = local.slice(0, KNOWN_CHARACTERS[taken_precision])
    return [`<photoshop:DateCreated>${known}</photoshop:DateCreated>`]
  }
  const date = local + (taken_offset === null ? '' : formatOffset(taken_offset))
  return ['exif:DateTimeOriginal', 'photoshop:DateCreated', 'xmp:CreateDate'].map(
    name => `<${name}>${date}</${name}>`,
  )
}

const listTitle = (title: string | null): string[] =>
  title === null
    ? []
    : [`<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeText(title)}</rdf:li></rdf:Alt></dc:title>`]

function formatOffset(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

/** XML 1.0 has no control characters. */
const escapeText = (text: string) =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>]/g, character => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character]!)
