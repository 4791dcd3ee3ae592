import ExifReader from 'exifreader'
import type { MetadataBlocks } from './metadata-blocks.ts'

type Tag = { value?: unknown; description?: unknown }
export type Tags = Record<string, Tag | undefined>
/** The tags by name, one group per standard, and the position as signed degrees. */
export type TagGroups = {
  exif: Tags
  xmp: Tags
  iptc: Tags
  gps: { Latitude?: unknown; Longitude?: unknown }
}

const tagNamesByGroup = {
  exif: [
    'DateTimeOriginal',
    'OffsetTimeOriginal',
    'SubSecTimeOriginal',
    'DateTimeDigitized',
    'OffsetTimeDigitized',
    'SubSecTimeDigitized',
    'DateTime',
    'OffsetTime',
    'GPSDateStamp',
    'GPSTimeStamp',
    'Make',
    'Model',
    'LensModel',
    'FocalLength',
    'FNumber',
    'ExposureTime',
    'ISOSpeedRatings',
    'Orientation',
    'GPSLatitude',
    'GPSLatitudeRef',
    'GPSLongitude',
    'GPSLongitudeRef',
  ],
  gps: true as const,
  xmp: [
    'DateTimeOriginal',
    'DateCreated',
    'CreateDate',
    'Make',
    'Model',
    'LensModel',
    'Lens',
    'GPSLatitude',
    'GPSLongitude',
    'GPSTimeStamp',
  ],
  iptc: ['Date Created', 'Time Created'],
}

/** Parses each block separately, so that a damaged one loses only its own tags. Never throws. */
export const parseTags = ({ exif, xmp, iptc }: MetadataBlocks): TagGroups => {
  const exifTags = loadTags(exif)
  const xmpTags = loadTags(xmp && toXmpFile(xmp))
  const iptcTags = loadTags(iptc && toJpeg(iptc))
  return {
    exif: (exifTags.exif ?? {}) as Tags,
    gps: exifTags.gps ?? {},
    xmp: (xmpTags.xmp ?? {}) as Tags,
    iptc: (iptcTags.iptc ?? {}) as Tags,
  }
}

const loadTags = (bytes: Buffer | undefined): ExifReader.ExpandedTags => {
  if (!bytes?.length) return {}
  try {
    // A copy with its own memory: the reader addresses the underlying ArrayBuffer from its start.
    return ExifReader.load(new Uint8Array(bytes).buffer, { expanded: true, includeTags: tagNamesByGroup })
  } catch {
    // Hostile or damaged metadata is an expected input and counts as missing.
    return {}
  }
}

/** The reader recognises a bare packet by its xpacket line, which is optional in XMP. */
const toXmpFile = (xmp: Buffer) => {
  const text = xmp
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  return Buffer.from(text.startsWith('<?xpacket begin') ? text : `<?xpacket begin=""?>${text}`)
}

const toJpeg = (app13: Buffer) => {
  const header = Buffer.from([0xff, 0xd8, 0xff, 0xed, 0, 0])
  header.writeUInt16BE(app13.length + 2, 4)
  return Buffer.concat([header, app13, Buffer.from([0xff, 0xd9])])
}
