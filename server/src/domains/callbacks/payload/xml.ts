import { create } from 'xmlbuilder2'
import { CALLBACK_NAMESPACE, type CallbackPayload } from '#contract/callback-payload.ts'

/** Converts the payload to XML: an element per field, in their order (payload/xml-schema.ts). */
export function toXml({ type, timestamp, data }: CallbackPayload): string {
  const texts = Object.entries(data).map(([name, text]) => [
    name,
    text.toWellFormed().replace(INVALID_XML_CHARACTERS, '�'),
  ])
  return create({ version: '1.0', encoding: 'UTF-8' })
    .ele(CALLBACK_NAMESPACE, 'callback')
    .ele({ type, timestamp, data: Object.fromEntries(texts) })
    .end({ prettyPrint: true })
}

/** Characters that XML cannot contain (XML 1.0, 2.2). */
const INVALID_XML_CHARACTERS = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
