import type { ExifTags } from './drawing/encode.ts'
import { seededRandom } from './drawing/random.ts'
import { exifTime, type Moment } from './moments.ts'

const lenses = [
  { name: 'Keepsake 23mm F1.8', focal: 23, apertures: ['18/10', '28/10', '56/10', '80/10'] },
  { name: 'Keepsake 50mm F1.4', focal: 50, apertures: ['14/10', '20/10', '40/10', '56/10'] },
  { name: 'Keepsake 16-55mm F2.8-4', focal: 35, apertures: ['28/10', '40/10', '71/10', '110/10'] },
] as const

/** Exif data of the fictional camera 'Keepsake K1': time, lens and an exposure that fits the time of day. */
export function cameraExif(moment: Moment, seed: number): ExifTags {
  const random = seededRandom(seed)
  const hour = Number(moment.time.slice(0, 2))
  const dark = hour >= 21 || hour < 6
  const dim = hour >= 18 || hour < 8
  const lens = random.pick(lenses)
  const time = exifTime(moment)
  return {
    IFD0: { Make: 'Keepsake', Model: 'K1', Software: 'K1 firmware 2.4', DateTime: time },
    IFD2: {
      DateTimeOriginal: time,
      DateTimeDigitized: time,
      OffsetTime: moment.offset,
      OffsetTimeOriginal: moment.offset,
      OffsetTimeDigitized: moment.offset,
      FNumber: lens.apertures[dark ? 0 : dim ? 1 : random.pick([2, 3])]!,
      ExposureTime: random.pick(
        dark ? ['1/15', '1/30', '1/8'] : dim ? ['1/60', '1/80', '1/125'] : ['1/250', '1/500', '1/1000'],
      ),
      ISOSpeedRatings: random.pick(
        dark ? ['1600', '3200', '6400'] : dim ? ['400', '800'] : ['100', '125', '200'],
      ),
      FocalLength: `${lens.focal}/1`,
      FocalLengthIn35mmFilm: String(Math.round(lens.focal * 1.5)),
      LensMake: 'Keepsake',
      LensModel: lens.name,
    },
  }
}
