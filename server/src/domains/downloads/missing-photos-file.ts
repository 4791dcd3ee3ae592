import { crc32 } from 'node:zlib'
import { createDateFormat } from '#locales/date-format.ts'
import { getTranslator, type MessageId, toSupportedLocale } from '../../platform/i18n/translate.ts'

/** Photos that are missing in a zip, for one reason. */
export interface MissingPhotos {
  reason: MessageId
  photos: readonly MissingPhoto[]
}

interface MissingPhoto {
  name: string
  /** Local date-time 'YYYY-MM-DDTHH:mm:ss'; null without a date. */
  taken: string | null
}

/** A text file of a zip. */
export interface TextFile {
  name: string
  text: string
}

/** Creates the text file that lists the photos missing in a zip, with their dates, in the language of the customer. */
export function createMissingPhotosFile(
  customerLocale: string | undefined,
  missing: readonly MissingPhotos[],
): TextFile {
  const locale = toSupportedLocale(customerLocale)
  const text = getTranslator(locale)
  const dateFormat = createDateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const formatLine = ({ name, taken }: MissingPhoto) =>
    `${name}, ${taken ? dateFormat.format(new Date(`${taken}Z`)) : text('date.unknown')}`
  const lines = missing
    .filter(({ photos }) => photos.length > 0)
    .flatMap(({ reason, photos }) => [text(reason), '', ...photos.map(formatLine), ''])
  return { name: text('downloads.missing.file'), text: lines.join('\r\n') }
}

/**
 * Converts a text file to an entry of a zip, without its source. `created` is the instant of the download or export.
 */
export const toTextFileEntry = ({ name, text }: TextFile, created: Date) => ({
  name,
  size: Buffer.byteLength(text),
  crc32: crc32(text),
  modified: created.toISOString().slice(0, 19),
  digest: text,
})
