import { normalizePhotoName } from '#contract/filter-query.ts'
import { formatLocalTime, type PartialDate, parseHour } from '#contract/partial-date.ts'
import { toLocalTime } from './local-time.ts'

/**
 * Returns the date in a file name of a known pattern. Digits are always read as local date-time, although some apps write UTC
 * into the name (PXL_…); an instant is local in `timeZone`, by default UTC. Null without one.
 */
export function parseFileNameDate(fileName: string, timeZone?: string | null): PartialDate | null {
  const name = fileName.slice(fileName.search(/[^/\\]*$/)).slice(0, 255)
  const base = name.normalize('NFC')
  for (const pattern of DATES) {
    const { groups } = pattern.exec(base) ?? {}
    if (groups) return toDate(groups)
  }
  const instant = INSTANT.exec(base)
  const local = instant && toLocalTime(Number(instant[1]), timeZone ?? 'UTC')
  return local && { at: local.at, precision: 'second', offset: timeZone ? local.offset : null }
}

const DAY = String.raw`(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)`
const DIGITS = String.raw`(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)`

const DATES = [
  // IMG_20240503_141500, PXL_20240503_141500123, Captura_de_pantalla_20240503-141500, WIN_20240503_14_15_00_Pro
  String.raw`^(?:[\p{L}_ ’']{2,40}[_-])?${DIGITS}[_-](?<hour>\d\d)_?(?<minute>\d\d)_?(?<second>\d\d)(?:\d{3})?(?!\d)`,
  // IMG20240503141500, DJI_20240503141500_0001_D
  String.raw`^(?:IMG|VID|PANO|DJI)_?${DIGITS}(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)(?!\d)`,
  // Screenshots and WhatsApp in every language: Captura de Pantalla 2024-05-03 a la(s) 2.15.00 p. m., signal-2024-05-03-141500
  String.raw`^[\p{L} _’'-]{0,40}${DAY}(?:[_-]|T|,? (?:\p{L}{1,4}(?:\(s\))?\.? ){0,2})(?<hour>\d{1,2})[.:-]?(?<minute>\d\d)[.:-]?(?<second>\d\d)(?:\s?(?<half>[ap])\.?\s?m(?!\p{L}))?(?!\d)`,
  // Telegram: photo_5368324170671202286@03-05-2024_14-15-00
  String.raw`^photo_\d+@(?<day>\d\d)-(?<month>\d\d)-(?<year>\d{4})_(?<hour>\d\d)-(?<minute>\d\d)-(?<second>\d\d)(?!\d)`,
  // PhotoSync: 22-04-06 15-21-03 0042
  String.raw`^(?<year>\d\d)-(?<month>\d\d)-(?<day>\d\d) (?<hour>\d\d)-(?<minute>\d\d)-(?<second>\d\d)(?!\d)`,
  // IMG-20240503-WA0001
  String.raw`^(?:IMG|VID)-${DIGITS}-WA\d+`,
  // 19740812, 19740812 Garden, IMG_20240503; not 20031228_10153421234567890_1234567890_n, the numbers of a download
  String.raw`^(?:IMG_)?${DIGITS}(?!\d|[_-]\d{7})`,
  // 1974-08-12, 1974-08-12 Garden
  String.raw`^${DAY}(?!\d)`,
  // 1974-08 Garden: the month
  String.raw`^(?<year>\d{4})-(?<month>\d\d)[ _-]\p{L}`,
  // Scan_19740812; a later day can be that of scanning
  String.raw`^Scan_(?<year>1[89]\d\d)(?<month>\d\d)(?<day>\d\d)(?!\d)`,
].map(pattern => new RegExp(pattern, 'iu'))

/** FB_IMG_1540000000000, WeChat's mmexport1540000000000 and wx_camera_1540000000000: milliseconds since 1970. */
const INSTANT = /^(?:FB_IMG_|mmexport|wx_camera_)(1\d{12})(?!\d)/i

function toDate({
  year,
  month,
  day,
  hour,
  minute,
  second,
  half,
}: Record<string, string>): PartialDate | null {
  const fullYear = Number(year!.length === 2 ? `20${year}` : year)
  const hours = hour === undefined ? 0 : parseHour(hour, half)
  if (hours === null) return null
  const at = formatLocalTime([
    fullYear,
    Number(month),
    Number(day ?? 1),
    hours,
    Number(minute ?? 0),
    Number(second ?? 0),
  ])
  const precision = day === undefined ? 'month' : hour === undefined ? 'day' : 'second'
  return at === null ? null : { at, precision, offset: null }
}

/** Whether a picture is named as systems and programs name screenshots. */
export function isScreenshotName(fileName: string): boolean {
  const name = normalizePhotoName(fileName)
  return SCREENSHOT_WORDS.some(word => name.includes(word))
}

/** By macOS, Windows, GNOME, Android, in the form of `normalizePhotoName`. */
const SCREENSHOT_WORDS = [
  'screenshot',
  'screen shot',
  'screen capture',
  'bildschirmfoto',
  'capture d ecran',
  'schermafbeelding',
  'schermafdruk',
  'schermopname',
  'schermata',
  'skarmavbild',
  'skarmbild',
  'skarmklipp',
  'skjermbilde',
  'skjermdump',
  'skaermbillede',
  'skaermklip',
  'captura de pantalla',
  'captura desde',
  'captura de ecra',
  'captura de tela',
  'zrzut ekranu',
  'snimek obrazovky',
]
