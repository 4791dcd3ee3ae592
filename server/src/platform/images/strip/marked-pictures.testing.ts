import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { createGridHeic } from '../heic-grid.testing.ts'
import { createQuadrants, insertSegment } from '../pictures.testing.ts'

/** What each personal value of the pictures contains; of a position in the byte order of its Exif. */
export const MARKS = ['MARK', 'KRAM', 'M\0A\0R\0K\0']
/** What shall stay, in Exif and in XMP. */
export const CAMERA = 'Keepsake Cam 7'
export const DATE = '2024:05:03 14:15:00'
export const XMP_DATE = '2023-04-02T13:14:15'

export type TiffEntry = [tag: number, type: number, value: Buffer]
export type TiffDirectories = Partial<Record<'image' | 'exif' | 'gps' | 'interop' | 'thumbnail', TiffEntry[]>>

export const ascii = (tag: number, text: string): TiffEntry => [tag, 2, Buffer.from(`${text}\0`)]

/** Creates a TIFF structure; its directories point at each other as in Exif, each with its values behind it. */
export function createTiff(isLittleEndian: boolean, directories: TiffDirectories): Buffer {
  const u16 = (value: number) => toBytes(2, value, isLittleEndian)
  const u32 = (value: number) => toBytes(4, value, isLittleEndian)
  const children = { image: { exif: 0x8769, gps: 0x8825 }, exif: { interop: 0xa005 } } as Record<
    string,
    object
  >
  const present = Object.entries(directories)
  const pointers = (name: string) =>
    Object.entries(children[name] ?? {}).filter(([child]) => child in directories)
  const offsets: Record<string, number> = {}
  let end = 8
  for (const [name, entries] of present) {
    offsets[name] = end
    const values = entries.filter(([, , value]) => value.length > 4)
    end += 6 + 12 * (entries.length + pointers(name).length)
    end += values.reduce((sum, [, , value]) => sum + value.length + (value.length % 2), 0)
  }
  const parts = [Buffer.from(isLittleEndian ? 'II' : 'MM'), u16(42), u32(8)]
  for (const [name, entries] of present) {
    const pointing = pointers(name).map(([child, tag]): TiffEntry => [tag, 4, u32(offsets[child]!)])
    const all = [...entries, ...pointing].toSorted(([a], [b]) => a - b)
    let valueAt = offsets[name]! + 6 + 12 * all.length
    const values: Buffer[] = []
    parts.push(u16(all.length))
    for (const [tag, type, value] of all) {
      parts.push(u16(tag), u16(type), u32(value.length / [1, 1, 1, 2, 4, 8, 1, 1][type]!))
      if (value.length <= 4) parts.push(value, Buffer.alloc(4 - value.length))
      else {
        const padded = Buffer.concat([value, Buffer.alloc(value.length % 2)])
        parts.push(u32(valueAt))
        values.push(padded)
        valueAt += padded.length
      }
    }
    const next = name === 'image' && directories.thumbnail ? offsets.thumbnail! : 0
    parts.push(u32(next), ...values)
  }
  return Buffer.concat(parts)
}

/** Creates the Exif of a camera with a mark in every personal tag. */
export function createMarkedTiff(isLittleEndian: boolean, change: TiffDirectories = {}): Buffer {
  // Numerator and denominator are the letters of the mark.
  const position = toBytes(4, 0x4d41524b, isLittleEndian)
  const degrees = Buffer.concat(Array(6).fill(position))
  return createTiff(isLittleEndian, {
    image: [
      ascii(0x10e, 'MARK description'),
      ascii(0x10f, 'Keepsake'),
      ascii(0x110, CAMERA),
      [0x112, 3, toBytes(2, 1, isLittleEndian)],
      ascii(0x131, 'MARK software'),
      ascii(0x13b, 'MARK artist'),
      [0x2bc, 1, Buffer.from('MARK packet')],
      ascii(0x8298, 'MARK copyright'),
      [0x9c9d, 1, Buffer.from('MARK author', 'utf16le')],
    ],
    exif: [
      ascii(0x9003, DATE),
      [0x927c, 7, Buffer.from('MARK maker note with a serial number')],
      [0x9286, 7, Buffer.from('ASCII\0\0\0MARK comment')],
      ascii(0xa420, 'MARK id'),
      ascii(0xa430, 'MARK owner'),
      ascii(0xa431, 'MARK body'),
      ascii(0xa434, 'A lens'),
      ascii(0xa435, 'MARK lens'),
      ascii(0xfde8, 'MARK owner of a raw converter'),
    ],
    gps: [ascii(1, 'N'), [2, 5, degrees], ascii(3, 'E'), [4, 5, degrees], ascii(0x1d, 'MARK day')],
    interop: [ascii(1, 'R98')],
    thumbnail: [ascii(0x13b, 'MARK thumbnail')],
    ...change,
  })
}

export const MARKED_XMP = Buffer.from(`<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="MARK" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,MARKN"
 xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" aux:SerialNumber="MARK" aux:OwnerName="MARK" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
 photoshop:City="MARK" photoshop:DateCreated="MARK" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreateDate="${XMP_DATE}"
 xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" hdrgm:GainMapMax="2.5">
<dc:title xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Alt><rdf:li xml:lang="x-default">MARK</rdf:li></rdf:Alt></dc:title>
</rdf:Description></rdf:RDF></x:xmpmeta><!-- MARK --><?xpacket end="w"?>`)

const XMP_NAME = 'http://ns.adobe.com/xap/1.0/\0'

/** Creates a JPEG with marks in all places for metadata, a second picture and a video behind it. */
export async function createMarkedJpeg(number = 0, tiff = createMarkedTiff(true)): Promise<Buffer> {
  const segments: [number, string, Buffer?][] = [
    [0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\x02\x01MARKED'],
    [0xe1, 'Exif\0\0', tiff],
    [0xe1, XMP_NAME, MARKED_XMP],
    [0xe1, 'http://ns.adobe.com/xmp/extension/\0', Buffer.from('MARK extended')],
    [0xed, 'Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x09\x1c\x02\x5a\0\x04MARK\0'],
    [0xeb, 'JP MARK provenance'],
    [0xe4, 'MARK of a vendor'],
    [0xfe, 'MARK comment'],
  ]
  const picture = await createPicture(number)
    .jpeg({ quality: 90, progressive: number % 2 === 1 })
    .toBuffer()
  const marked = segments.reduceRight(
    (jpeg, [marker, name, content = Buffer.alloc(0)]) =>
      insertSegment(jpeg, marker, Buffer.concat([Buffer.from(name, 'latin1'), content])),
    picture,
  )
  return Buffer.concat([marked, Buffer.alloc(5), marked, Buffer.from('\0\0\0\x18ftypmp42 MARK video')])
}

/** Creates a PNG with marks in all places for metadata, and bytes behind it. */
export async function createMarkedPng(number = 0): Promise<Buffer> {
  const png = await createPicture(number).png().toBuffer()
  const chunks = [
    createChunk('eXIf', createMarkedTiff(false)),
    createChunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0'), MARKED_XMP])),
    createChunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0en\0\0'), MARKED_XMP])),
    createChunk('tEXt', Buffer.from('Author\0MARK')),
    createChunk('caBX', Buffer.from('MARK provenance')),
  ]
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33), Buffer.from('MARK behind')])
}

const HEIC_TILE = new URL('../fixtures/quadrants.heic', import.meta.url)

/** Creates a HEIC with marks in all places for metadata, and bytes behind it. */
export async function createMarkedHeic(number = 0): Promise<Buffer> {
  const heic = await createGridHeic(readFileSync(HEIC_TILE), 1 + (number % 2), 1, number, [
    {
      type: 'Exif',
      content: Buffer.concat([toBytes(4, 6), Buffer.from('Exif\0\0'), createMarkedTiff(false)]),
    },
    { type: 'mime', content: MARKED_XMP },
    { type: 'mime', content: Buffer.from('MARK, a broken packet') },
    { type: 'uri ', content: Buffer.from('MARK of an unknown kind') },
  ])
  return Buffer.concat([heic, toBytes(4, 20), Buffer.from('mpvdMARK a video'.slice(0, 16))])
}

const createPicture = (number: number) => createQuadrants(96 + number * 2, 64)

const createChunk = (type: string, content: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), content])
  return Buffer.concat([toBytes(4, content.length), body, toBytes(4, crc32(body))])
}

function toBytes(length: 2 | 4, value: number, isLittleEndian = false): Buffer {
  const bytes = Buffer.alloc(length)
  if (isLittleEndian) bytes.writeUIntLE(value, 0, length)
  else bytes.writeUIntBE(value, 0, length)
  return bytes
}
