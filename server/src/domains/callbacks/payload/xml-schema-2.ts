import { create } from 'xmlbuilder2'
import { CALLBACK_NAMESPACES } from '#contract/callback-payload.ts'

/**
 * Renders the XML schema of callbacks of version 2026-12: any type, and any fields in `data` and after it, so that later ones
 * are valid by a schema that a receiver has stored (NX-355).
 */
export function renderXmlSchema2(): string {
  const laterElements = {
    'xs:any': {
      '@namespace': '##any',
      '@processContents': 'lax',
      '@minOccurs': '0',
      '@maxOccurs': 'unbounded',
    },
  }
  return create({ version: '1.0', encoding: 'UTF-8' })
    .ele({
      'xs:schema': {
        '@xmlns:xs': 'http://www.w3.org/2001/XMLSchema',
        '@targetNamespace': CALLBACK_NAMESPACES['2026-12'],
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
                        'xs:pattern': { '@value': TYPE_PATTERN },
                      },
                    },
                  },
                },
                { 'xs:element': { '@name': 'timestamp', '@type': 'xs:dateTime' } },
                {
                  'xs:element': { '@name': 'data', 'xs:complexType': { 'xs:sequence': laterElements } },
                },
                laterElements,
              ],
            },
          },
        },
      },
    })
    .end({ prettyPrint: true })
}

/** Words in lower case, joined by hyphens and dots. */
const TYPE_PATTERN = '[a-z0-9]+([.\\-][a-z0-9]+)*'
