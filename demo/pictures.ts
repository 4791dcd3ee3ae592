import { cameraFacts } from './camera.ts'
import { blankCanvas, type Canvas } from './drawing/canvas.ts'
import { printJpeg, printPng, printSmallJpeg } from './drawing/print.ts'
import { seededRandom } from './drawing/random.ts'
import { friendOccasions } from './friend-shots.ts'
import { cameraName, type Moment, momentOf, wallClock } from './moments.ts'
import {
  type DemoLibrary,
  type Drawing,
  type Format,
  formats,
  type Occasion,
  occasions,
  strays,
} from './shots.ts'

/** One picture of the demo library, as if it came from a camera or a phone. */
export type DemoPicture = {
  fileName: string
  bytes: Buffer
  /** 'YYYY-MM-DDTHH:MM:SS' by the wall clock, followed by the offset where the file states one; null = no date. */
  takenAt: string | null
  library: DemoLibrary
  /** Names of the albums it is in. */
  albums: string[]
  /** The shared album it is in. */
  shared: string | null
  /** The same subject in a library of earlier years; not every picture has one. */
  earlier: EarlierPicture | null
}

/** A picture of the old library that the demo can import. */
export type EarlierPicture = {
  fileName: string
  bytes: Buffer
  /** As the old library's index states it: the wall clock with its offset. */
  takenAt: string
}

/** A picture not drawn yet; `width` and `height` in pixels as it will come out. */
export type PlannedPicture = {
  fileName: string
  takenAt: string | null
  library: DemoLibrary
  albums: string[]
  shared: string | null
  width: number
  height: number
  /**
   * Paints, then resolves to a function that compresses what was painted, on another thread. Call that function
   * before painting another picture of the same plan: they share their canvases.
   */
  paint: () => Promise<() => Promise<Print>>
}

/** What is printed of one painting. */
export type Print = { bytes: Buffer; earlier: EarlierPicture | null }

/** Pictures of the old library, and how many years before the others they were taken. */
const earlierCount = 60
const yearsEarlier = 7

/**
 * Draws the pictures of the demo library and of its friend's, newest first: JPEGs with Exif facts of an invented
 * camera, three PNGs, two pictures that tell no date. The dates keep to their seasons and lie between about five years
 * ago and the day before `now`. The same `now` gives the same bytes. This is several seconds of hard work: call it off
 * the main thread.
 */
export async function* drawDemoPictures({ now }: { now: Date }): AsyncGenerator<DemoPicture> {
  let printing: Promise<DemoPicture> | undefined
  for (const { paint, width: _, height: __, ...facts } of planDemoPictures({ now })) {
    const print = await paint()
    if (printing) yield await printing
    printing = print().then(printed => ({ ...facts, ...printed }))
  }
  if (printing) yield await printing
}

/** The same pictures in the same order before any is drawn, each to be drawn when asked. */
export function planDemoPictures({ now }: { now: Date }): PlannedPicture[] {
  const canvases: Canvases = new Map()
  const plans = [
    ...photographs(now, canvases, 'demo', occasions, 1),
    ...photographs(now, canvases, 'friend', friendOccasions, FRIEND_SEED),
    ...arrivals(now, canvases),
  ]
  const shown = ({ takenAt }: PlannedPicture) => takenAt?.slice(0, 19) ?? ''
  return plans.sort((a, b) => (shown(a) < shown(b) ? 1 : -1))
}

type Canvases = Map<Format, Canvas>

/** Far from the seeds of the other library: the same subject is another picture. */
const FRIEND_SEED = 501

function photographs(
  now: Date,
  canvases: Canvases,
  library: DemoLibrary,
  occasions: readonly Occasion[],
  firstSeed: number,
): PlannedPicture[] {
  const taken = occasions.flatMap(({ from, offset, album, shots }) =>
    shots.map(([later, time, format, draw, shared = null]) => {
      const wide = format === 'panorama' ? ['For the wall'] : []
      const albums = [...(album ? [album] : []), ...wide]
      return { moment: momentOf(from, later, time, now, offset), format, draw, albums, shared }
    }),
  )
  return taken.map(({ moment, format, draw, albums, shared }, index) => {
    const seed = firstSeed + index
    return {
      fileName: `IMG_${cameraName(moment)}.jpg`,
      takenAt: `${wallClock(moment)}${moment.offset}`,
      library,
      albums,
      shared,
      ...sizeOf(format),
      paint: async () => {
        const canvas = await painted(canvases, format, draw, seed)
        return () => printTwice(canvas, format, moment, seed)
      },
    }
  })
}

const LONE = { library: 'demo' as const, albums: [], shared: null }

function arrivals(now: Date, canvases: Canvases): PlannedPicture[] {
  return strays.map(({ from, time, name, picture }) => {
    const moment = from && time ? momentOf(from, 0, time, now) : undefined
    const stem = moment ? `${name}_${cameraName(moment)}` : name
    const takenAt = moment ? wallClock(moment) : null
    if ('elements' in picture) {
      const { width, height } = picture
      return {
        fileName: `${stem}.png`,
        takenAt,
        ...LONE,
        width,
        height,
        paint: async () => async () => ({ bytes: await printPng(picture), earlier: null }),
      }
    }
    const { format, draw } = picture
    return {
      fileName: `${stem}.jpg`,
      takenAt,
      ...LONE,
      ...sizeOf(format),
      paint: async () => {
        const canvas = await painted(canvases, format, draw, 1)
        return async () => ({ bytes: await printJpeg(canvas, ...formats[format].file), earlier: null })
      },
    }
  })
}

/** Both copy the pixels before they wait for anything. Every fifth of the earlier ones tells its date in the index only. */
async function printTwice(canvas: Canvas, format: Format, moment: Moment, seed: number): Promise<Print> {
  const then = { ...moment, year: moment.year - yearsEarlier, day: Math.min(moment.day, 28) }
  const earlier =
    seed > earlierCount ? null : printSmallJpeg(canvas, seed % 5 === 0 ? undefined : cameraFacts(then, seed))
  const bytes = printJpeg(canvas, ...formats[format].file, cameraFacts(moment, seed))
  return {
    bytes: await bytes,
    earlier: earlier && {
      fileName: `DSC_${String(seed).padStart(4, '0')}.jpg`,
      bytes: await earlier,
      takenAt: `${wallClock(then)}${then.offset}`,
    },
  }
}

function sizeOf(format: Format): { width: number; height: number } {
  const [width, height] = formats[format].file
  return { width, height }
}

/** Canvases are used again: printing copies the pixels before it returns, so the next painting may begin. */
async function painted(canvases: Canvases, format: Format, draw: Drawing, seed: number): Promise<Canvas> {
  const canvas = canvases.get(format) ?? blankCanvas(...formats[format].canvas)
  canvases.set(format, canvas)
  canvas.data.fill(0)
  await draw(canvas, seededRandom(seed))
  return canvas
}
