import { addSeconds } from 'date-fns/addSeconds'
import { createCameraExif } from './camera.ts'
import {
  copies,
  type DemoLibrary,
  formats,
  friendOccasions,
  type Occasion,
  occasions,
  otherPictures,
  scans,
  type Variation,
} from './library-plan.ts'
import { createMoment, formatCameraTimestamp, type Moment } from './moments.ts'
import { readJpeg, readPng, readSmallJpeg } from './picture-files.ts'

/** A picture of the demo library, as if it came from a camera or a phone. */
export interface DemoPicture {
  fileName: string
  /** Local date-time 'YYYY-MM-DDTHH:MM:SS', with its offset when the file states one; null without a date. */
  takenAt: string | null
  library: DemoLibrary
  /** Names of the albums it is in. */
  albums: readonly string[]
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
    ...planCopies(now),
    ...planScans(),
  ]
  const getSortKey = ({ takenAt }: DemoPicture) => takenAt?.slice(0, 19) ?? ''
  return plans.sort((a, b) => (getSortKey(a) < getSortKey(b) ? 1 : -1))
}

/**
 * First picture number of the friend's library, above all numbers of the other library, so that the cameras' exposures
 * differ.
 */
const FRIEND_NUMBER = 501

/** What most pictures are: in no album, without a date, and not in the legacy library. */
const PLAIN = { library: 'demo', takenAt: null, albums: [], sharedAlbum: null, legacy: null } as const

/** Plans what the fictional camera took for a library; further shots in a row have the settings of the first. */
function planPhotographs(
  now: Date,
  library: DemoLibrary,
  events: readonly Occasion[],
  firstNumber: number,
): DemoPicture[] {
  const cameraPictures = events.flatMap(({ shots, ...event }) => shots.map(shot => ({ ...event, shot })))
  return cameraPictures.flatMap(({ from, offset, album, position, shot }, index) => {
    const { daysLater, time, format, picture, sharedAlbum = null, burst } = shot
    const first = createMoment(from, daysLater, time, now, offset)
    const number = firstNumber + index
    const plan = (moment: Moment, variation?: Variation) => ({
      ...PLAIN,
      fileName: `IMG_${formatCameraTimestamp(moment)}.jpg`,
      takenAt: moment.local + moment.offset,
      library,
      read: () => readJpeg(picture, formats[format], variation, createCameraExif(moment, number, position)),
    })
    const photograph = {
      ...plan(first),
      albums: [...(album ? [album] : []), ...(format === 'panorama' ? ['For the wall'] : [])],
      sharedAlbum,
      legacy: number > legacyCount ? null : planLegacyPicture(picture, first, number),
    }
    const furtherShots = burst.map(({ seconds, ...variation }) => {
      const local = addSeconds(`${first.local}Z`, seconds).toISOString().slice(0, 19)
      return plan({ ...first, local }, variation)
    })
    return [photograph, ...furtherShots]
  })
}

/** Plans a picture of the legacy library; every fifth one has its date in the index only. */
function planLegacyPicture(picture: string, moment: Moment, number: number): LegacyPicture {
  const local = moment.local.replace(/^(\d+)(-\d\d-)(\d\d)/, (_, year, month, day) => {
    return `${year - legacyYearsBefore}${month}${day > '28' ? '28' : day}`
  })
  const then = { ...moment, local }
  return {
    fileName: `DSC_${String(number).padStart(4, '0')}.jpg`,
    takenAt: then.local + then.offset,
    read: () => readSmallJpeg(picture, number % 5 === 0 ? undefined : createCameraExif(then, number)),
  }
}

const planOtherPictures = (now: Date): DemoPicture[] =>
  otherPictures.map(({ from, time, name, picture }) => {
    const moment = from && time ? createMoment(from, 0, time, now) : undefined
    const stem = moment ? `${name}_${formatCameraTimestamp(moment)}` : name
    return {
      ...PLAIN,
      fileName: 'png' in picture ? `${stem}.png` : `${stem}.jpg`,
      takenAt: moment?.local ?? null,
      read: () => ('png' in picture ? readPng(picture.png) : readJpeg(picture.jpeg, formats[picture.format])),
    }
  })

const planCopies = (now: Date): DemoPicture[] =>
  copies.map(({ from, picture, size, name, variation, album }) => {
    const { local } = createMoment(from, 0, '00:00:00', now)
    return {
      ...PLAIN,
      fileName: `${name.replace('{day}', local.slice(0, 10).replaceAll('-', ''))}.jpg`,
      takenAt: name.includes('{day}') ? local : null,
      albums: album ? [album] : [],
      read: () => readJpeg(picture, size, variation),
    }
  })

const planScans = (): DemoPicture[] =>
  scans.map(({ picture, name }) => ({
    ...PLAIN,
    fileName: `${name}.jpg`,
    read: () => readJpeg(picture, [1200, 900], { faded: true, quality: 80 }),
  }))
