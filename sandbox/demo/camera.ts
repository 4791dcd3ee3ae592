import type { Position } from './library-plan.ts'
import type { Moment } from './moments.ts'
import type { ExifTags } from './picture-files.ts'

const lenses = [
  { name: 'Keepsake 23mm F1.8', focal: 23, apertures: ['18/10', '28/10', '56/10', '80/10'] },
  { name: 'Keepsake 50mm F1.4', focal: 50, apertures: ['14/10', '20/10', '40/10', '56/10'] },
  { name: 'Keepsake 16-55mm F2.8-4', focal: 35, apertures: ['28/10', '40/10', '71/10', '110/10'] },
] as const

/** Exif data of the fictional camera 'Keepsake K1': time, lens, an exposure that fits the time of day, and a position. */
export function createCameraExif(moment: Moment, seed: number, position?: Position): ExifTags {
  // At different paces, so that the choices vary independently.
  const pick = <T>(choices: readonly T[], pace = 1) => choices[Math.floor(seed / pace) % choices.length]!
  const hour = Number(moment.local.slice(11, 13))
  const isDark = hour >= 21 || hour < 6
  const isDim = hour >= 18 || hour < 8
  const lens = pick(lenses)
  const time = moment.local.replaceAll('-', ':').replace('T', ' ')
  return {
    IFD0: { Make: 'Keepsake', Model: 'K1', Software: 'K1 firmware 2.4', DateTime: time },
    IFD2: {
      DateTimeOriginal: time,
      DateTimeDigitized: time,
      OffsetTime: moment.offset,
      OffsetTimeOriginal: moment.offset,
      OffsetTimeDigitized: moment.offset,
      FNumber: lens.apertures[isDark ? 0 : isDim ? 1 : pick([2, 3], 3)]!,
      ExposureTime: pick(
        isDark ? ['1/15', '1/30', '1/8'] : isDim ? ['1/60', '1/80', '1/125'] : ['1/250', '1/500', '1/1000'],
        3,
      ),
      ISOSpeedRatings: pick(
        isDark ? ['1600', '3200', '6400'] : isDim ? ['400', '800'] : ['100', '125', '200'],
        9,
      ),
      FocalLength: `${lens.focal}/1`,
      FocalLengthIn35mmFilm: String(Math.round(lens.focal * 1.5)),
      LensMake: 'Keepsake',
      LensModel: lens.name,
    },
    ...(position ? { IFD3: createPositionTags(position) } : {}),
  }
}

/** Creates the Exif tags of a position. */
export const createPositionTags = ([latitude, longitude]: Position) => ({
  GPSLatitudeRef: latitude < 0 ? 'S' : 'N',
  GPSLatitude: toDegrees(latitude),
  GPSLongitudeRef: longitude < 0 ? 'W' : 'E',
  GPSLongitude: toDegrees(longitude),
})

const toDegrees = (value: number) => `${Math.round(Math.abs(value) * 100_000)}/100000 0/1 0/1`
