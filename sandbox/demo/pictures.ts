import { cameraExif } from './camera.ts'
import { blankCanvas, type Canvas } from './drawing/canvas.ts'
import { encodeJpeg, encodePng, encodeSmallJpeg } from './drawing/encode.ts'
import { seededRandom } from './drawing/random.ts'
import { friendOccasions } from './friend-shots.ts'
import { cameraTimestamp, localDateTime, type Moment, momentOf } from './moments.ts'
import {
  type DemoLibrary,
  type Drawing,
  type Format,
  formats,
  type Occasion,
  occasions,
  otherPictures,
} from './shots.ts'

/** One picture of the demo library, as if it came from a camera or a phone. */
export type DemoPicture = {
  fileName: string
  bytes: Buffer
  /** Local date-time 'YYYY-MM-DDTHH:MM:SS', with its offset when the file states one; null without a date. */
  takenAt: string | null
  library: DemoLibrary
  /** Names of the albums it is in. */
  albums: string[]
  /** The shared album it is in. */
  shared: string | null
  /** The same subject in the legacy library, for some of the pictures. */
  legacy: LegacyPicture | null
}

/** A picture of the demo's legacy library. */
export type LegacyPicture = {
  fileName: string
  bytes: Buffer
  /** Local date-time with offset, as in the legacy library's index. */
  takenAt: string
}

/** A picture before it is drawn; `width` and `height` in pixels of its file. */
export type PlannedPicture = {
  fileName: string
  takenAt: string | null
  library: DemoLibrary
  albums: string[]
  shared: string | null
  width: number
  height: number
  /**
   * Paints the picture and resolves to a function that encodes it on another thread. Call that function before painting
   * another picture of the same plan: they share canvases.
   */
  paint: () => Promise<() => Promise<EncodedPicture>>
}

/** Files made from one painted canvas. */
export type EncodedPicture = { bytes: Buffer; legacy: LegacyPicture | null }

/** Number of pictures in the legacy library, and the years between them and the others. */
const legacyCount = 60
const legacyYearsBefore = 7

/**
 * Draws the pictures of the demo library and of its friend's, newest first: JPEGs with Exif data of a fictional camera,
 * three PNGs, two pictures without a date. The dates fit the seasons and are between about five years ago and the day
 * before `now`. Deterministic: the same `now` gives the same bytes. Uses several seconds of CPU: do not call it in the
 * server's main thread.
 */
export async function* drawDemoPictures({ now }: { now: Date }): AsyncGenerator<DemoPicture> {
  let encoding: Promise<DemoPicture> | undefined
  for (const { paint, width: _, height: __, ...facts } of planDemoPictures({ now })) {
    const encode = await paint()
    if (encoding) yield await encoding
    encoding = encode().then(encoded => ({ ...facts, ...encoded }))
  }
  if (encoding) yield await encoding
}

/** The same pictures in the same order, not drawn yet. */
export function planDemoPictures({ now }: { now: Date }): PlannedPicture[] {
  const canvases: Canvases = new Map()
  const plans = [
    ...planPhotographs(now, canvases, 'demo', occasions, 1),
    ...planPhotographs(now, canvases, 'friend', friendOccasions, FRIEND_SEED),
    ...planOtherPictures(now, canvases),
  ]
  const sortKey = ({ takenAt }: PlannedPicture) => takenAt?.slice(0, 19) ?? ''
  return plans.sort((a, b) => (sortKey(a) < sortKey(b) ? 1 : -1))
}

type Canvases = Map<Format, Canvas>

/** Differs from all seeds of the other library, so that the same subject looks different. */
const FRIEND_SEED = 501

function planPhotographs(
  now: Date,
  canvases: Canvases,
  library: DemoLibrary,
  occasions: readonly Occasion[],
  firstSeed: number,
): PlannedPicture[] {
  const taken = occasions.flatMap(({ from, offset, album, shots }) =>
    shots.map(([daysLater, time, format, draw, shared = null]) => {
      const wide = format === 'panorama' ? ['For the wall'] : []
      const albums = [...(album ? [album] : []), ...wide]
      return { moment: momentOf(from, daysLater, time, now, offset), format, draw, albums, shared }
    }),
  )
  return taken.map(({ moment, format, draw, albums, shared }, index) => {
    const seed = firstSeed + index
    return {
      fileName: `IMG_${cameraTimestamp(moment)}.jpg`,
      takenAt: `${localDateTime(moment)}${moment.offset}`,
      library,
      albums,
      shared,
      ...sizeOf(format),
      paint: async () => {
        const canvas = await paintCanvas(canvases, format, draw, seed)
        return () => encodeBoth(canvas, format, moment, seed)
      },
    }
  })
}

const UNGROUPED = { library: 'demo' as const, albums: [], shared: null }

function planOtherPictures(now: Date, canvases: Canvases): PlannedPicture[] {
  return otherPictures.map(({ from, time, name, picture }) => {
    const moment = from && time ? momentOf(from, 0, time, now) : undefined
    const stem = moment ? `${name}_${cameraTimestamp(moment)}` : name
    const takenAt = moment ? localDateTime(moment) : null
    if ('elements' in picture) {
      const { width, height } = picture
      return {
        fileName: `${stem}.png`,
        takenAt,
        ...UNGROUPED,
        width,
        height,
        paint: async () => async () => ({ bytes: await encodePng(picture), legacy: null }),
      }
    }
    const { format, draw } = picture
    return {
      fileName: `${stem}.jpg`,
      takenAt,
      ...UNGROUPED,
      ...sizeOf(format),
      paint: async () => {
        const canvas = await paintCanvas(canvases, format, draw, 1)
        return async () => ({ bytes: await encodeJpeg(canvas, ...formats[format].file), legacy: null })
      },
    }
  })
}

/** Both encoders copy the pixels synchronously. Every fifth legacy picture has its date in the index only. */
async function encodeBoth(
  canvas: Canvas,
  format: Format,
  moment: Moment,
  seed: number,
): Promise<EncodedPicture> {
  const then = { ...moment, year: moment.year - legacyYearsBefore, day: Math.min(moment.day, 28) }
  const legacy =
    seed > legacyCount ? null : encodeSmallJpeg(canvas, seed % 5 === 0 ? undefined : cameraExif(then, seed))
  const bytes = encodeJpeg(canvas, ...formats[format].file, cameraExif(moment, seed))
  return {
    bytes: await bytes,
    legacy: legacy && {
      fileName: `DSC_${String(seed).padStart(4, '0')}.jpg`,
      bytes: await legacy,
      takenAt: `${localDateTime(then)}${then.offset}`,
    },
  }
}

function sizeOf(format: Format): { width: number; height: number } {
  const [width, height] = formats[format].file
  return { width, height }
}

/** Reuses the canvas of a format: encoding copies the pixels before it returns, so the next painting may start. */
async function paintCanvas(canvases: Canvases, format: Format, draw: Drawing, seed: number): Promise<Canvas> {
  const canvas = canvases.get(format) ?? blankCanvas(...formats[format].canvas)
  canvases.set(format, canvas)
  canvas.data.fill(0)
  await draw(canvas, seededRandom(seed))
  return canvas
}
