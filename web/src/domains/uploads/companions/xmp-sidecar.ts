import { type CompanionContent, type CompanionFacts, cleanTitle, isPlausibleDate } from './companion-facts.ts'

/** Reads date and title of an XMP sidecar, whose properties are attributes or elements. Reads no position. */
export function parseXmpSidecar(text: string, now: number): CompanionContent {
  if (!/<(?:\w+:)?RDF\b/u.test(text)) return { kind: 'other' }
  const facts: CompanionFacts = {}
  for (const property of DATES) {
    const date = parseDate(findProperty(text, property), now)
    if (!date) continue
    Object.assign(facts, date)
    break
  }
  const title = TITLES.map(property => cleanTitle(findProperty(text, property))).find(
    value => value !== undefined,
  )
  if (title !== undefined) facts.title = title
  return { kind: 'photo', facts }
}

const DATES = ['exif:DateTimeOriginal', 'photoshop:DateCreated', 'xmp:CreateDate']
const TITLES = ['dc:title', 'dc:description']

function findProperty(text: string, property: string): string | undefined {
  const attribute = new RegExp(`\\s${property}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'u').exec(text)
  if (attribute) return decodeEntities(attribute[1] ?? attribute[2] ?? '')
  const element = new RegExp(`<${property}[^>/]*>([\\s\\S]*?)</${property}>`, 'u').exec(text)?.[1]
  if (element === undefined) return undefined
  // The default language of a text is its first item.
  const item = /<rdf:li[^>]*>([\s\S]*?)<\/rdf:li>/u.exec(element)?.[1] ?? element
  return decodeEntities(item.replace(/<[^>]*>/gu, ''))
}

/** Parses a date with time; one without time is left out, because the service would show a time. */
function parseDate(value: string | undefined, now: number): CompanionFacts | undefined {
  const match = /^\s*(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?(?:\.\d+)?(Z|[+-]\d\d:\d\d)?\s*$/u.exec(value ?? '')
  if (!match) return undefined
  const takenAt = match[1]! + (match[2] ?? ':00')
  if (!isPlausibleDate(takenAt, now)) return undefined
  const zone = match[3]
  if (!zone) return { takenAt }
  const minutes = zone === 'Z' ? 0 : Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4))
  return { takenAt, offset: zone.startsWith('-') ? 0 - minutes : minutes }
}

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/giu,
    (entity, decimal, hex, name) => {
      if (name) return ENTITIES[String(name).toLowerCase()] ?? entity
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity
    },
  )
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
