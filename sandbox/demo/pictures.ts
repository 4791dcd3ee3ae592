import { createCameraExif } from './camera.ts'
import { friendOccasions } from './friend-shots.ts'
import { createMoment, formatCameraTimestamp, formatLocalDateTime, type Moment } from './moments.ts'
import { readJpeg, readPng, readSmallJpeg } from './picture-files.ts'
import { type DemoLibrary, formats, type Occasion, occasions, otherPictures } from './shots.ts'

/** A picture of the demo library, as if it came from a camera or a phone. */
export interface DemoPicture {
  fileName: string
  /** Local date-time 'YYYY-MM-DDTHH:MM:SS', with its offset when the file states one; null without a date. */
  takenAt: string | null
  library: DemoLibrary
  /** Names of the albums it is in. */
  albums: string[]
  /** The shared album it is in. */
  sharedAlbum: string | null
  /**
   * Reads the file: a JPEG with Exif data of a fictional camera, or a file without. The same `now` gives the same
   * bytes.
   */
  read(): Promise<Buffer>
  /** The same subject in the legacy library, for some pictures. */
  legacy: LegacyPicture | null
}

/** A picture of the demo's legacy library. */
export interface LegacyPicture {
  fileName: string
  /** Local date-time with offset, as in the legacy library's index. */
  takenAt: string
  read(): Promise<Buffer>
}

/** Number of pictures in the legacy library, and years between them and the other pictures. */
const legacyCount = 60
const legacyYearsBefore = 7

/**
 * Plans the pictures of the demo library and of its friend's, newest first. The dates fit the seasons and are between
 * about five years ago and the day before `now`.
 */
export function planDemoPictures({ now }: { now: Date }): DemoPicture[] {
  const plans = [
    ...planPhotographs(now, 'demo', occasions, 1),
    ...planPhotographs(now, 'friend', friendOccasions, FRIEND_NUMBER),
    ...planOtherPictures(now),
  ]
  const getSortKey = ({ takenAt }: DemoPicture) => takenAt?.slice(0, 19) ?? ''
  return plans.sort((a, b) => (getSortKey(a) < getSortKey(b) ? 1 : -1))
}

/**
 * First picture number of the friend's library, above all numbers of the other library, so that the cameras' exposures
 * differ.
 */
const FRIEND_NUMBER = 501

function planPhotographs(
  now: Date,
  library: DemoLibrary,
  events: readonly Occasion[],
  firstNumber: number,
): DemoPicture[] {
  const cameraPictures = events.flatMap(({ from, offset, album, shots }) =>
    shots.map(([daysLater, time, format, picture, sharedAlbum = null]) => {
      const wide = format === 'panorama' ? ['For the wall'] : []
      const albums = [...(album ? [album] : []), ...wide]
      return {
        moment: createMoment(from, daysLater, time, now, offset),
        format,
        picture,
        albums,
        sharedAlbum,
      }
    }),
  )
  return cameraPictures.map(({ moment, format, picture, albums, sharedAlbum }, index) => {
    const number = firstNumber + index
    return {
      fileName: `IMG_${formatCameraTimestamp(moment)}.jpg`,
      takenAt: `${formatLocalDateTime(moment)}${moment.offset}`,
      library,
      albums,
      sharedAlbum,
      read: () => readJpeg(picture, formats[format], createCameraExif(moment, number)),
      legacy: number > legacyCount ? null : planLegacyPicture(picture, moment, number),
    }
  })
}

/** Plans a picture of the legacy library; every fifth one has its date in the index only. */
function planLegacyPicture(picture: string, moment: Moment, number: number): LegacyPicture {
  const then = { ...moment, year: moment.year - legacyYearsBefore, day: Math.min(moment.day, 28) }
  return {
    fileName: `DSC_${String(number).padStart(4, '0')}.jpg`,
    takenAt: `${formatLocalDateTime(then)}${then.offset}`,
    read: () => readSmallJpeg(picture, number % 5 === 0 ? undefined : createCameraExif(then, number)),
  }
}

function planOtherPictures(now: Date): DemoPicture[] {
  return otherPictures.map(({ from, time, name, picture }) => {
    const moment = from && time ? createMoment(from, 0, time, now) : undefined
    const stem = moment ? `${name}_${formatCameraTimestamp(moment)}` : name
    return {
      fileName: 'png' in picture ? `${stem}.png` : `${stem}.jpg`,
      takenAt: moment ? formatLocalDateTime(moment) : null,
      library: 'demo',
      albums: [],
      sharedAlbum: null,
      read: () => ('png' in picture ? readPng(picture.png) : readJpeg(picture.jpeg, formats[picture.format])),
      legacy: null,
    }
  })
}
