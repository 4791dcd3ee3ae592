import { create } from 'xmlbuilder2'
import { CALLBACK_NAMESPACES, type CallbackVersion } from '#contract/callback-payload.ts'

interface Payload {
  type: string
  timestamp: string
  data: Readonly<Record<string, Field>>
}

type Field = string | number | null | readonly string[]

/**
 * Converts the payload to XML: an element per field, in their order (payload/xml-schema.ts); of a list an element per entry, and
 * none for null.
 */
export function toXml({ type, timestamp, data }: Payload, version: CallbackVersion): string {
  const elements = Object.entries(data)
    .filter(([, field]) => field !== null)
    .map(([name, field]) => [
      name,
      Array.isArray(field) ? field.map(toText) : toText(field as string | number),
    ])
  return create({ version: '1.0', encoding: 'UTF-8' })
    .ele(CALLBACK_NAMESPACES[version], 'callback')
    .ele({ type, timestamp, data: Object.fromEntries(elements) })
    .end({ prettyPrint: true })
}

const toText = (field: string | number) => String(field).toWellFormed().replace(INVALID_XML_CHARACTERS, '�')

/** Characters that XML cannot contain (XML 1.0, 2.2). */
const INVALID_XML_CHARACTERS = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
