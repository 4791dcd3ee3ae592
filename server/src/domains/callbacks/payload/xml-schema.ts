import { create } from 'xmlbuilder2'
import { CALLBACK_NAMESPACES, callbackPayload1 } from '#contract/callback-payload.ts'

const XS = 'http://www.w3.org/2001/XMLSchema'

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
  return create({ version: '1.0', encoding: 'UTF-8' })
    .ele({
      'xs:schema': {
        '@xmlns:xs': XS,
        '@targetNamespace': CALLBACK_NAMESPACES['1'],
        '@elementFormDefault': 'qualified',
        'xs:element': {
          '@name': 'callback',
          'xs:complexType': {
            'xs:sequence': {
              '#': [
                {
                  'xs:element': {
                    '@name': 'type',
                    'xs:simpleType': {
                      'xs:restriction': {
                        '@base': 'xs:string',
                        'xs:enumeration': kinds.map(({ type }) => ({ '@value': type })),
                      },
                    },
                  },
                },
                { 'xs:element': { '@name': 'timestamp', '@type': 'xs:dateTime' } },
                {
                  'xs:element': {
                    '@name': 'data',
                    'xs:complexType': {
                      'xs:sequence': {
                        '#': [
                          ...commonFields.map(createTextElement),
                          {
                            'xs:choice': {
                              ...(particularFields.some(fields => fields.length === 0)
                                ? { '@minOccurs': '0' }
                                : {}),
                              'xs:sequence': particularFields
                                .filter(fields => fields.length > 0)
                                .map(fields => ({ '#': fields.map(createTextElement) })),
                            },
                          },
                        ],
                      },
                    },
                  },
                },
              ],
            },
          },
        },
      },
    })
    .end({ prettyPrint: true })
}
