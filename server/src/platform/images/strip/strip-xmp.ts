/**
 * The properties that stay, by their usual prefix and its namespace: dates, and the numbers that a gain map of an HDR picture is shown
 * with.
 */
const KEPT_PROPERTIES = [
  { prefix: 'exif', uri: 'http://ns.adobe.com/exif/1.0/', names: ['DateTimeOriginal', 'DateTimeDigitized'] },
  { prefix: 'photoshop', uri: 'http://ns.adobe.com/photoshop/1.0/', names: ['DateCreated'] },
  { prefix: 'xmp', uri: 'http://ns.adobe.com/xap/1.0/', names: ['CreateDate'] },
  {
    prefix: 'hdrgm',
    uri: 'http://ns.adobe.com/hdr-gain-map/1.0/',
    names: `Version BaseRenditionIsHDR GainMapMin GainMapMax Gamma OffsetSDR OffsetHDR HDRCapacityMin
      HDRCapacityMax`.split(/\s+/),
  },
  {
    prefix: 'HDRGainMap',
    uri: 'http://ns.apple.com/HDRGainMap/1.0/',
    names: ['HDRGainMapVersion', 'HDRGainMapHeadroom'],
  },
]

/** Numbers, dates of ISO 8601 and truth values: no text of a person. */
const PLAIN_VALUE = /^(?:-?\d+(?:\.\d+)?(?:e-?\d+)?|\d{4}-\d\d[\d:.TZ+-]{0,25}|True|False)$/i

/**
 * Returns an XMP packet (ISO 16684-1) of the same length with the kept properties alone, filled up with blanks. Finds them with regular
 * expressions, because an XML parser takes a millisecond for a kilobyte, and checks each value against PLAIN_VALUE.
 */
export function stripXmp(packet: Buffer): Buffer {
  const text = packet.toString('latin1')
  const descriptions = KEPT_PROPERTIES.map(({ prefix, uri, names }) => {
    const properties = names.map(name => findProperty(text, `${prefix}:${name}`)).join('')
    return (
      properties && `<rdf:Description rdf:about="" xmlns:${prefix}="${uri}">${properties}</rdf:Description>`
    )
  }).join('')
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${descriptions}</rdf:RDF>`
  const kept = Buffer.from(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${rdf}</x:xmpmeta>`)
  const stripped = Buffer.alloc(packet.length, ' ')
  if (descriptions && kept.length <= stripped.length) kept.copy(stripped)
  return stripped
}

/** Returns a property, given as an attribute or as an element with up to three values; empty without one of plain values. */
function findProperty(text: string, name: string): string {
  const [, , attribute] = new RegExp(`\\s${name}=(["'])(.{1,40}?)\\1`).exec(text) ?? []
  const [, element = ''] = new RegExp(`<${name}>([\\s\\S]{1,300}?)</${name}>`).exec(text) ?? []
  const values = attribute ? [attribute] : element.split(/\s*<\/?rdf:(?:Seq|li)>\s*/).filter(Boolean)
  if (values.length === 0 || values.length > 3 || !values.every(value => PLAIN_VALUE.test(value))) return ''
  const items = values.map(value => `<rdf:li>${value}</rdf:li>`).join('')
  return `<${name}>${values.length > 1 ? `<rdf:Seq>${items}</rdf:Seq>` : values[0]}</${name}>`
}
