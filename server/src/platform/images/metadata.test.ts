import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readMetadata } from './metadata.ts'
import { createQuadrants, createQuadrantsJpeg, insertSegment } from './pictures.testing.ts'
import { sharp } from './pixel-engine.ts'
import { createBytesAccess } from './random-access.ts'
import type { PictureType } from './sniff.ts'

const now = new Date('2026-06-01T12:00:00Z')
const read = (bytes: Uint8Array, name = 'photo.jpg', type: PictureType = 'image/jpeg') =>
  readMetadata(createBytesAccess(bytes), type, { fileName: name }, now)

const exifJpeg = (exif: Record<string, string>) => createQuadrantsJpeg().withExif({ IFD2: exif }).toBuffer()
const xmp = (attributes: string) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" ${attributes}/></rdf:RDF></x:xmpmeta>`
const withXmp = (jpeg: Uint8Array, attributes: string) =>
  insertSegment(jpeg, 0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${xmp(attributes)}`))

const withIptc = (jpeg: Uint8Array, date: string, time?: string) => {
  const record = (dataset: number, value: string) =>
    Buffer.concat([Buffer.from([0x1c, 2, dataset, 0, value.length]), Buffer.from(value)])
  const records = Buffer.concat([record(55, date), ...(time ? [record(60, time)] : [])])
  const resource = Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\0', 'latin1')
  resource.writeUInt32BE(records.length, resource.length - 4)
  return insertSegment(jpeg, 0xed, Buffer.concat([resource, records, Buffer.alloc(records.length % 2)]))
}

const iptcHolder = async () => withIptc(await createQuadrantsJpeg().toBuffer(), '20240504', '101112+0200')

describe('OP-92 date taken', () => {
  test('is the local date-time of DateTimeOriginal with its own zone', async () => {
    const jpeg = await exifJpeg({
      DateTimeOriginal: '2024:05:03 23:15:00',
      OffsetTimeOriginal: '+02:00',
      OffsetTime: '-05:00',
    })
    expect(await read(jpeg)).toMatchObject({ takenAt: '2024-05-03T23:15:00', takenOffset: 120 })
  })

  test.each([
    ['2024:05:03 23:15:00', -300],
    ['2024:05:03 23:15:01', null],
    ['2024:12:24 10:00:00', null],
    [undefined, null],
  ])(
    'RV-1086 without OffsetTimeOriginal, OffsetTime beside a last change of %s is the zone %s',
    async (changed, takenOffset) => {
      for (const zone of ['-05:00', undefined]) {
        const jpeg = await createQuadrantsJpeg()
          .withExif({
            ...(changed && { IFD0: { DateTime: changed } }),
            IFD2: { DateTimeOriginal: '2024:05:03 23:15:00', ...(zone && { OffsetTime: zone }) },
          })
          .toBuffer()
        expect(await read(jpeg)).toMatchObject({
          takenAt: '2024-05-03T23:15:00',
          takenOffset: zone ? takenOffset : null,
        })
      }
    },
  )

  test('RV-1086 a camera in Greenwich writes the zone 0', async () => {
    const jpeg = await createQuadrantsJpeg()
      .withExif({
        IFD0: { DateTime: '2024:01:03 23:15:00' },
        IFD2: { DateTimeOriginal: '2024:01:03 23:15:00', OffsetTime: '+00:00' },
      })
      .toBuffer()
    expect(await read(jpeg)).toMatchObject({ takenOffset: 0 })
  })

  test('the zone of XMP is used only for the same local date-time', async () => {
    const jpeg = await exifJpeg({ DateTimeOriginal: '2024:05:03 23:15:00' })
    const same = withXmp(jpeg, 'exif:DateTimeOriginal="2024-05-03T23:15:00+03:00"')
    expect(await read(same)).toMatchObject({ takenAt: '2024-05-03T23:15:00', takenOffset: 180 })
    const other = withXmp(jpeg, 'exif:DateTimeOriginal="2024-05-04T23:15:00+03:00"')
    expect(await read(other)).toMatchObject({ takenAt: '2024-05-03T23:15:00', takenOffset: null })
  })

  test('without Exif it is that of XMP, then IPTC, then the file name, else null', async () => {
    const plain = await createQuadrantsJpeg().toBuffer()
    const iptc = await iptcHolder()
    const both = withXmp(iptc, 'photoshop:DateCreated="2024-05-05T10:00:00"')
    const name = 'IMG_20240506_141500.jpg'
    expect(await read(both, name)).toMatchObject({ takenAt: '2024-05-05T10:00:00', takenOffset: null })
    expect(await read(iptc, name)).toMatchObject({ takenAt: '2024-05-04T10:11:12', takenOffset: 120 })
    expect(await read(plain, name)).toMatchObject({ takenAt: '2024-05-06T14:15:00', takenOffset: null })
    expect(await read(plain)).toMatchObject({ takenAt: null, takenOffset: null })
  })

  test.each([
    '0000:00:00 00:00:00',
    '    :  :     :  :  ',
    '2019:02:30 25:61:61',
    '2099:12:31 23:59:59',
    '1800:01:01 00:00:00',
  ])('"%s" counts as none, the next source is asked', async date => {
    const jpeg = await exifJpeg({ DateTimeOriginal: date })
    expect((await read(jpeg)).takenAt).toBeNull()
    expect((await read(jpeg, 'IMG_20240506_141500.jpg')).takenAt).toBe('2024-05-06T14:15:00')
  })

  test('a future date in a file name is ignored, too', async () => {
    expect((await read(await createQuadrantsJpeg().toBuffer(), 'IMG_20990506_141500.jpg')).takenAt).toBeNull()
  })

  test('the date of saving is not the date taken', async () => {
    const jpeg = await createQuadrantsJpeg()
      .withExif({ IFD0: { DateTime: '2024:05:03 14:15:00' } })
      .toBuffer()
    expect((await read(jpeg)).takenAt).toBeNull()
  })

  test.each<Record<string, string>>([
    {},
    { DateTimeOriginal: '0000:00:00 00:00:00' },
    { DateTimeOriginal: '    :  :     :  :  ' },
  ])(
    'NX-243, RV-807 of a camera DateTimeDigitized is the second choice, with its own zone (%o)',
    async original => {
      const digitized = { ...original, DateTimeDigitized: '2008:09:10 11:12:13' }
      const name = 'IMG_20240506_141500.jpg'
      for (const [setting, value] of [
        ['ExposureTime', '1/125'],
        ['FNumber', '18/10'],
        ['FocalLength', '42/10'],
      ] as const) {
        const jpeg = withXmp(
          await exifJpeg({
            ...digitized,
            [setting]: value,
            OffsetTimeDigitized: '+02:00',
            OffsetTime: '-05:00',
          }),
          'photoshop:DateCreated="2024-05-05T10:00:00"',
        )
        expect(await read(jpeg, name)).toMatchObject({ takenAt: '2008-09-10T11:12:13', takenOffset: 120 })
      }
      const otherZone = await exifJpeg({ ...digitized, FNumber: '18/10', OffsetTime: '-05:00' })
      expect(await read(otherZone)).toMatchObject({ takenAt: '2008-09-10T11:12:13', takenOffset: null })
    },
  )

  test('NX-243 DateTimeOriginal precedes DateTimeDigitized, whose zone is not that of the original', async () => {
    const jpeg = await exifJpeg({
      DateTimeOriginal: '2024:05:03 23:15:00',
      DateTimeDigitized: '2024:06:01 10:00:00',
      OffsetTimeDigitized: '+02:00',
      FNumber: '18/10',
    })
    expect(await read(jpeg)).toMatchObject({ takenAt: '2024-05-03T23:15:00', takenOffset: null })
  })

  test('NX-243 of a scanner DateTimeDigitized is the day of scanning and does not count', async () => {
    const scan = await createQuadrantsJpeg()
      .withExif({
        IFD0: { Make: 'Maker', Model: 'Scanner' },
        IFD2: { DateTimeDigitized: '2024:05:03 14:15:00', FNumber: '0/1', ExposureTime: '0/0' },
      })
      .toBuffer()
    expect((await read(scan)).takenAt).toBeNull()
    expect((await read(scan, '1974-08-12 Garten.jpg')).takenAt).toBe('1974-08-12T00:00:00')
  })

  test('NX-243, RV-807 beside zeros in DateTimeOriginal DateTimeDigitized counts, beside blanks only with an exposure', async () => {
    const digitized = { DateTimeDigitized: '2012:03:01 12:34:56', SubSecTimeDigitized: '5' }
    const zeros = await exifJpeg({ ...digitized, DateTimeOriginal: '0000:00:00 00:00:00' })
    expect(await read(zeros)).toMatchObject({ takenAt: '2012-03-01T12:34:56', takenMilliseconds: 500 })
    const blank = await exifJpeg({ ...digitized, DateTimeOriginal: '    :  :     :  :  ' })
    expect((await read(blank)).takenAt).toBeNull()
  })

  test.each([
    ['05', 50],
    ['5', 500],
    ['123456', 123],
    ['000', 0],
    ['  ', null],
    ['-1', null],
    ['1e3', null],
  ])('NX-242 SubSecTimeOriginal "%s" is %s ms', async (SubSecTimeOriginal, takenMilliseconds) => {
    const jpeg = await exifJpeg({ DateTimeOriginal: '2024:05:03 23:15:00', SubSecTimeOriginal })
    expect(await read(jpeg)).toMatchObject({
      takenAt: '2024-05-03T23:15:00',
      takenSource: 'file',
      takenPrecision: 'second',
      takenMilliseconds,
    })
  })

  test.each([
    ['DateCreated="1974-08-12"', '1974-08-12T00:00:00', 'day'],
    ['DateCreated="1974-08"', '1974-08-01T00:00:00', 'month'],
    ['DateCreated="1974"', '1974-01-01T00:00:00', 'year'],
  ])('RV-1084 XMP photoshop:%s is %s to the %s', async (attribute, takenAt, takenPrecision) => {
    const jpeg = withXmp(await createQuadrantsJpeg().toBuffer(), `photoshop:${attribute}`)
    expect(await read(jpeg)).toMatchObject({
      takenAt,
      takenPrecision,
      takenSource: 'file',
      takenOffset: null,
    })
  })

  test.each([
    ['19740812', '1974-08-12T00:00:00', 'day'],
    ['19740800', '1974-08-01T00:00:00', 'month'],
    ['19740000', '1974-01-01T00:00:00', 'year'],
  ])('RV-1084 IPTC %s is %s to the %s', async (date, takenAt, takenPrecision) => {
    const jpeg = withIptc(await createQuadrantsJpeg().toBuffer(), date)
    expect(await read(jpeg)).toMatchObject({ takenAt, takenPrecision, takenSource: 'file' })
  })

  test('RV-1084 of one day the exact time counts, whichever source has it', async () => {
    const iptc = await iptcHolder()
    const sameDay = withXmp(iptc, 'photoshop:DateCreated="2024-05-04"')
    expect(await read(sameDay)).toMatchObject({
      takenAt: '2024-05-04T10:11:12',
      takenOffset: 120,
      takenPrecision: 'second',
    })
    const otherDay = withXmp(iptc, 'photoshop:DateCreated="2024-05-05"')
    expect(await read(otherDay)).toMatchObject({ takenAt: '2024-05-05T00:00:00', takenPrecision: 'day' })
  })

  test.each([
    ['2004: 7: 4  9: 5: 6', '2004-07-04T09:05:06', 'second'],
    ['2004:07:14 9:05:06 PM', '2004-07-14T21:05:06', 'second'],
    ['2004:07:14 24:00:00', '2004-07-14T00:00:00', 'day'],
  ])('RV-1087 Exif "%s" is %s to the %s', async (DateTimeOriginal, takenAt, takenPrecision) => {
    expect(await read(await exifJpeg({ DateTimeOriginal }))).toMatchObject({ takenAt, takenPrecision })
  })

  test.each(['1904:01:01 00:00:00', '1980:01:01 00:00:00', '1970:01:01 01:00:00'])(
    'RV-1166 the default %s counts as none, the next source is asked',
    async DateTimeOriginal => {
      const jpeg = await exifJpeg({ DateTimeOriginal })
      expect(await read(jpeg)).toMatchObject({ takenAt: null, takenSource: null })
      expect((await read(jpeg, 'IMG_20240506_141500.jpg')).takenAt).toBe('2024-05-06T14:15:00')
      expect((await read(jpeg, 'IMG_19800101_000000.jpg')).takenAt).toBeNull()
    },
  )

  describe('RV-1088 where the camera wrote no date', () => {
    const kathmandu = {
      GPSLatitude: '27/1 43/1 2/1',
      GPSLatitudeRef: 'N',
      GPSLongitude: '85/1 19/1 26/1',
      GPSLongitudeRef: 'E',
    }
    const time = { GPSDateStamp: '2024:05:03', GPSTimeStamp: '20/1 30/1 15/1' }
    const gpsJpeg = (gps: Record<string, string>) => createQuadrantsJpeg().withExif({ IFD3: gps }).toBuffer()
    const changedJpeg = (exif: Record<string, string>) =>
      createQuadrantsJpeg()
        .withExif({ IFD0: { DateTime: '2012:03:01 12:34:56' }, IFD2: exif })
        .toBuffer()

    test('the time of GPS is local by the zone of its position, else UTC; without a time it is the day', async () => {
      expect(await read(await gpsJpeg({ ...kathmandu, ...time }))).toMatchObject({
        takenAt: '2024-05-04T02:15:15',
        takenOffset: 345,
        takenSource: 'gps',
        takenPrecision: 'second',
      })
      expect(await read(await gpsJpeg(time))).toMatchObject({
        takenAt: '2024-05-03T20:30:15',
        takenOffset: 0,
      })
      expect(await read(await gpsJpeg({ ...kathmandu, GPSDateStamp: '2024:05:03' }))).toMatchObject({
        takenAt: '2024-05-03T00:00:00',
        takenPrecision: 'day',
        takenSource: 'gps',
      })
      expect(await read(await gpsJpeg({ ...kathmandu, GPSTimeStamp: time.GPSTimeStamp }))).toMatchObject({
        takenAt: null,
      })
    })

    test('in XMP it is one value', async () => {
      const jpeg = withXmp(
        await createQuadrantsJpeg().toBuffer(),
        'exif:GPSTimeStamp="2024-05-03T20:30:15Z" exif:GPSLatitude="27,43.0N" exif:GPSLongitude="85,19.0E"',
      )
      expect(await read(jpeg)).toMatchObject({ takenAt: '2024-05-04T02:15:15', takenOffset: 345 })
    })

    test('it counts before the name, and the name before the last change of a camera', async () => {
      const name = 'IMG_20240506_141500.jpg'
      expect(await read(await gpsJpeg({ ...kathmandu, ...time }), name)).toMatchObject({ takenSource: 'gps' })
      const changed = await changedJpeg({ FNumber: '18/10', OffsetTime: '+02:00' })
      expect(await read(changed, name)).toMatchObject({ takenSource: 'name' })
      expect(await read(changed)).toMatchObject({
        takenAt: '2012-03-01T12:34:56',
        takenOffset: 120,
        takenSource: 'changed',
      })
      expect(await read(await changedJpeg({ FNumber: '0/1' }))).toMatchObject({ takenAt: null })
    })
  })

  test('PNG: Exif, also after the pixels, and XMP as text, compressed or not', async () => {
    const png = await createQuadrants()
      .withExif({ IFD2: { DateTimeOriginal: '2024:05:03 14:15:00' } })
      .png()
      .toBuffer()
    const from = png.indexOf('eXIf') - 4
    const to = from + 12 + png.readUInt32BE(from)
    const iend = png.indexOf('IEND') - 4
    const parts = [png.subarray(0, from), png.subarray(to, iend), png.subarray(from, to), png.subarray(iend)]
    for (const bytes of [png, Buffer.concat(parts)]) {
      expect(await read(bytes, 'a.png', 'image/png')).toMatchObject({ takenAt: '2024-05-03T14:15:00' })
    }
    const packet = xmp('photoshop:DateCreated="2024-05-05T10:00:00"')
    const compressed = await createQuadrants().withXmp(packet).png().toBuffer()
    expect(compressed.includes('zTXtXML:com.adobe.xmp')).toBe(true)
    const plain = await createQuadrants().png().toBuffer()
    const text = Buffer.from(`....iTXtXML:com.adobe.xmp\0\0\0en\0\0${packet}....`)
    text.writeUInt32BE(text.length - 12, 0)
    const withText = Buffer.concat([plain.subarray(0, 33), text, plain.subarray(33)])
    for (const bytes of [compressed, withText]) {
      expect(await read(bytes, 'a.png', 'image/png')).toMatchObject({ takenAt: '2024-05-05T10:00:00' })
    }
  })

  test('HEIC: Exif item, whose orientation is not passed on', async () => {
    const heic = readFileSync(new URL('./fixtures/quadrants-irot.heic', import.meta.url))
    expect(await read(heic, 'a.heic', 'image/heic')).toMatchObject({
      takenAt: '2024-05-03T14:15:00',
      takenOffset: 120,
      camera: { make: 'Keepsake', model: 'Fixture' },
      orientation: 1,
    })
  })
})

describe('camera and position', () => {
  test('camera data as plain text and numbers', async () => {
    const jpeg = await createQuadrantsJpeg()
      .withExif({
        IFD0: { Make: 'Maker\u0007 Inc.  ', Model: 'M'.repeat(300) },
        IFD2: {
          FNumber: '18/10',
          ExposureTime: '1/250',
          FocalLength: '26/1',
          ISOSpeedRatings: '200',
          LensModel: 'Lens',
        },
      })
      .toBuffer()
    const { camera } = await read(jpeg)
    expect(camera).toMatchObject({
      make: 'Maker Inc.',
      lens: 'Lens',
      focalLength: 26,
      aperture: 1.8,
      iso: 200,
    })
    expect(camera.exposure).toBeCloseTo(0.004)
    expect(camera.model).toHaveLength(100)
  })

  test('a division by zero gives null', async () => {
    expect((await read(await exifJpeg({ FNumber: '0/0', ExposureTime: '1/0' }))).camera).toMatchObject({
      aperture: null,
      exposure: null,
    })
  })

  test('position', async () => {
    const place = {
      GPSLatitude: '51/1 30/1 0/1',
      GPSLatitudeRef: 'N',
      GPSLongitude: '0/1 7/1 0/1',
      GPSLongitudeRef: 'W',
    }
    const located = await createQuadrantsJpeg().withExif({ IFD3: place }).toBuffer()
    const emptied = await createQuadrantsJpeg()
      .withExif({ IFD3: { ...place, GPSLatitude: '0/0 0/0 0/0' } })
      .toBuffer()
    expect((await read(located)).hasLocation).toBe(true)
    expect((await read(emptied)).hasLocation).toBe(false)
    const plain = await createQuadrantsJpeg().toBuffer()
    for (const [latitude, hasLocation] of [
      ['51,30.25N', true],
      ['51,30,15N', true],
      ['91,30,15N', false],
      ['51.5', false],
    ] as const) {
      const located = withXmp(plain, `exif:GPSLatitude="${latitude}" exif:GPSLongitude="0,7.5W"`)
      expect((await read(located)).hasLocation).toBe(hasLocation)
    }
    expect((await read(await createQuadrantsJpeg().toBuffer())).hasLocation).toBe(false)
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('orientation %i', async orientation => {
    const jpeg = await createQuadrantsJpeg().withMetadata({ orientation }).toBuffer()
    expect((await read(jpeg)).orientation).toBe(orientation)
  })
})

describe('hostile metadata', () => {
  test('damage anywhere in the metadata never throws and never invents a date out of range', async () => {
    const jpeg = withXmp(
      await exifJpeg({ DateTimeOriginal: '2024:05:03 14:15:00', OffsetTimeOriginal: '+02:00' }),
      'exif:DateTimeOriginal="2024-05-03T14:15:00+02:00"',
    )
    const heic = readFileSync(new URL('./fixtures/quadrants.heic', import.meta.url))
    const png = await createQuadrants()
      .withExif({ IFD2: { DateTimeOriginal: '2024:05:03 14:15:00' } })
      .png()
      .toBuffer()
    const pictures = [
      [jpeg, 'image/jpeg'],
      [heic, 'image/heic'],
      [png, 'image/png'],
    ] as const
    for (const [picture, type] of pictures) {
      for (let at = 0; at < Math.min(picture.length, 1_200); at++) {
        const damaged = Buffer.from(picture)
        damaged[at] = damaged[at]! ^ (1 << (at % 8)) ^ 0x80
        const { takenAt } = await read(damaged, 'photo', type)
        if (takenAt) expect(takenAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
      }
    }
  })

  test('only the head of a large JPEG is read', async () => {
    const side = 2_000
    const noise = Buffer.from(Array.from({ length: side * side * 3 }, (_, at) => (at * 2_654_435_761) >>> 24))
    const raw = { width: side, height: side, channels: 3 as const }
    const exif = { IFD2: { DateTimeOriginal: '2024:05:03 14:15:00' } }
    const jpeg = await sharp(noise, { raw }).withExif(exif).jpeg({ quality: 95 }).toBuffer()
    expect(jpeg.length).toBeGreaterThan(2_000_000)
    const file = createBytesAccess(jpeg)
    let bytesRead = 0
    const counting = {
      size: file.size,
      read: (offset: number, length: number) => {
        bytesRead += length
        return file.read(offset, length)
      },
    }
    const { takenAt } = await readMetadata(counting, 'image/jpeg', { fileName: 'photo.jpg' }, now)
    expect(takenAt).toBe('2024-05-03T14:15:00')
    expect(bytesRead).toBeLessThan(200_000)
  })
})
