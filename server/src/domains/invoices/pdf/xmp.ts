/**
 * Metadata that pdfkit does not write: PDF/UA-1, the properties of Factur-X 1.0 and the schemas of both, which PDF/A
 * requires for other namespaces (ISO 19005-3, 6.6.2.3). One block, because a file may have only one list of schemas.
 */
export function renderFacturXMetadata(fileName: string): string {
  return `
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
  <pdfuaid:part>1</pdfuaid:part>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="${FACTUR_X}">
  <fx:DocumentType>INVOICE</fx:DocumentType>
  <fx:DocumentFileName>${fileName}</fx:DocumentFileName>
  <fx:Version>1.0</fx:Version>
  <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
    xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas>
    <rdf:Bag>${renderSchema('Factur-X PDFA Extension Schema', FACTUR_X, 'fx', FACTUR_X_PROPERTIES)}${renderSchema(
      'PDF/UA identification schema',
      'http://www.aiim.org/pdfua/ns/id/',
      'pdfuaid',
      [['part', 'Integer', 'Part of ISO 14289 to which the document conforms']],
    )}
    </rdf:Bag>
  </pdfaExtension:schemas>
</rdf:Description>
`
}

const FACTUR_X = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

type Property = readonly [name: string, type: string, description: string]

const FACTUR_X_PROPERTIES: readonly Property[] = [
  ['DocumentFileName', 'Text', 'Name of the embedded XML invoice file'],
  ['DocumentType', 'Text', 'INVOICE'],
  ['Version', 'Text', 'Version of the XML schema of the embedded invoice'],
  ['ConformanceLevel', 'Text', 'Profile of the embedded invoice'],
]

const renderSchema = (name: string, namespace: string, prefix: string, properties: readonly Property[]) => `
      <rdf:li rdf:parseType="Resource">
        <pdfaSchema:schema>${name}</pdfaSchema:schema>
        <pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
        <pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
        <pdfaSchema:property>
          <rdf:Seq>${properties.map(renderProperty).join('')}
          </rdf:Seq>
        </pdfaSchema:property>
      </rdf:li>`

const renderProperty = ([name, type, description]: Property) => `
            <rdf:li rdf:parseType="Resource">
              <pdfaProperty:name>${name}</pdfaProperty:name>
              <pdfaProperty:valueType>${type}</pdfaProperty:valueType>
              <pdfaProperty:category>external</pdfaProperty:category>
              <pdfaProperty:description>${description}</pdfaProperty:description>
            </rdf:li>`
