import type { Position } from './library-plan.ts'
import { formatExifTime, type Moment } from './moments.ts'
import type { ExifTags } from './picture-files.ts'

const lenses = [
  { name: 'Keepsake 23mm F1.8', focal: 23, apertures: ['18/10', '28/10', '56/10', '80/10'] },
  { name: 'Keepsake 50mm F1.4', focal: 50, apertures: ['14/10', '20/10', '40/10', '56/10'] },
  { name: 'Keepsake 16-55mm F2.8-4', focal: 35, apertures: ['28/10', '40/10', '71/10', '110/10'] },
] as const

/** Exif data of the fictional camera 'Keepsake K1': time, lens, an exposure that fits the time of day, and a position. */
export function createCameraExif(moment: Moment, seed: number, position?: Position): ExifTags {
  const pick = createSeededPick(seed)
  const hour = Number(moment.local.slice(11, 13))
  const isDark = hour >= 21 || hour < 6
  const isDim = hour >= 18 || hour < 8
  const lens = pick(lenses)
  const time = formatExifTime(moment)
  return {
    IFD0: { Make: 'Keepsake', Model: 'K1', Software: 'K1 firmware 2.4', DateTime: time },
    IFD2: {
      DateTimeOriginal: time,
      DateTimeDigitized: time,
      OffsetTime: moment.offset,
      OffsetTimeOriginal: moment.offset,
      OffsetTimeDigitized: moment.offset,
      FNumber: lens.apertures[isDark ? 0 : isDim ? 1 : pick([2, 3])]!,
      ExposureTime: pick(
        isDark ? ['1/15', '1/30', '1/8'] : isDim ? ['1/60', '1/80', '1/125'] : ['1/250', '1/500', '1/1000'],
      ),
      ISOSpeedRatings: pick(
        isDark ? ['1600', '3200', '6400'] : isDim ? ['400', '800'] : ['100', '125', '200'],
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

/** Picks by the generator mulberry32: the same seed gives the same choices. */
function createSeededPick(seed: number): <T>(choices: readonly T[]) => T {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return choices => choices[Math.floor(next() * choices.length)]!
}
