import { create } from 'xmlbuilder2'
import { CALLBACK_NAMESPACES, type CallbackVersion, callbackPayload1 } from '#contract/callback-payload.ts'

/**
 * Renders the XML schema of callbacks of version 1 from the schema of their JSON. Every field of `data` is a text: first the fields
 * of all events, then the fields of one kind.
 */
export function renderXmlSchema1(): string {
  const kinds = callbackPayload1.options.map(({ shape }) => ({
    type: shape.type.value,
    fields: Object.keys(shape.data.shape),
  }))
  const commonFields = kinds[0]!.fields.filter(field => kinds.every(({ fields }) => fields.includes(field)))
  const particularFields = kinds.map(({ fields }) => fields.filter(field => !commonFields.includes(field)))
  const createTextElement = (name: string) => ({ 'xs:element': { '@name': name, '@type': 'xs:string' } })
  const particular = {
    'xs:choice': {
      ...(particularFields.some(fields => fields.length === 0) ? { '@minOccurs': '0' } : {}),
      'xs:sequence': particularFields
        .filter(fields => fields.length > 0)
        .map(fields => ({ '#': fields.map(createTextElement) })),
    },
  }
  return renderSchema('1', {
    type: { 'xs:enumeration': kinds.map(({ type }) => ({ '@value': type })) },
    data: { '#': [...commonFields.map(createTextElement), particular] },
  })
}

/**
 * Renders the XML schema of callbacks of version 2026-12: any type, and any fields in `data` and after it, so that later ones
 * are valid by a schema that a receiver has stored.
 */
export function renderXmlSchema2(): string {
  const later = {
    'xs:any': {
      '@namespace': '##any',
      '@processContents': 'lax',
      '@minOccurs': '0',
      '@maxOccurs': 'unbounded',
    },
  }
  return renderSchema('2026-12', {
    type: { 'xs:pattern': { '@value': TYPE_PATTERN } },
    data: later,
    afterData: [later],
  })
}

/** Words in lower case, joined by hyphens and dots. */
const TYPE_PATTERN = '[a-z0-9]+([.\\-][a-z0-9]+)*'

/** Renders the schema of the element `callback` with the restriction of its type, and the content of its data. */
const renderSchema = (
  version: CallbackVersion,
  { type, data, afterData = [] }: { type: object; data: object; afterData?: readonly object[] },
): string =>
  create({ version: '1.0', encoding: 'UTF-8' })
    .ele({
      'xs:schema': {
        '@xmlns:xs': 'http://www.w3.org/2001/XMLSchema',
        '@targetNamespace': CALLBACK_NAMESPACES[version],
        '@elementFormDefault': 'qualified',
        'xs:element': {
          '@name': 'callback',
          'xs:complexType': {
            'xs:sequence': {
              '#': [
                {
                  'xs:element': {
                    '@name': 'type',
                    'xs:simpleType': { 'xs:restriction': { '@base': 'xs:string', ...type } },
                  },
                },
                { 'xs:element': { '@name': 'timestamp', '@type': 'xs:dateTime' } },
                { 'xs:element': { '@name': 'data', 'xs:complexType': { 'xs:sequence': data } } },
                ...afterData,
              ],
            },
          },
        },
      },
    })
    .end({ prettyPrint: true })
