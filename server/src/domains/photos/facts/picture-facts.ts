import { isScreenshotName, type PixelFacts } from '../../../platform/images/index.ts'
import type { PictureFacts } from '../store/facts.ts'
import type { PictureKind } from '../tables.ts'

const PAPER_MIN = 0.6

const hasCamera = ({ camera }: PictureOfKind) => Boolean(camera?.make ?? camera?.model)

const hasScreenSize = ({ width, height }: PictureOfKind): boolean =>
  SCREEN_SIZES.has(`${Math.min(width, height)}x${Math.max(width, height)}`)

/** Of phones, tablets and monitors; sizes that cameras use, too, as 1080×1920 of video frames, are left out. */
const SCREEN_SIZES = new Set([
  '640x1136',
  '750x1334',
  '828x1792',
  '1125x2436',
  '1170x2532',
  '1179x2556',
  '1206x2622',
  '1242x2208',
  '1242x2688',
  '1284x2778',
  '1290x2796',
  '1320x2868',
  '1080x2220',
  '1080x2280',
  '1080x2316',
  '1080x2340',
  '1080x2400',
  '1440x2960',
  '1440x3040',
  '1440x3088',
  '1440x3120',
  '1440x3200',
  '1536x2048',
  '1620x2160',
  '1640x2360',
  '1668x2224',
  '1668x2388',
  '2048x2732',
])

/** Version of the rules by which facts are read from pictures; a higher one has the backfill read all pictures again. */
export const FACTS_VERSION = 1

/** Returns what the store writes of a picture. */
export const toPictureFacts = (
  photo: PictureOfKind,
  { hash, paper, ...pixels }: PixelFacts,
): PictureFacts => ({
  ...pixels,
  hash: hash === null ? null : String(hash),
  kind: findPictureKind(photo, paper),
  version: FACTS_VERSION,
})

/** What a picture's kind is read from; the sizes are those of the whole picture. */
interface PictureOfKind {
  file_name: string
  camera: Record<string, unknown> | null
  width: number
  height: number
}

/**
 * Returns what a picture shows: a screen, if no camera took it and its name says so or it has exactly the size of a screen; a
 * document, if most of it is paper. First values, to be tuned on labelled pictures.
 */
function findPictureKind(photo: PictureOfKind, paper: number): PictureKind {
  if (!hasCamera(photo) && (isScreenshotName(photo.file_name) || hasScreenSize(photo))) return 'screenshot'
  return paper > PAPER_MIN ? 'document' : 'photo'
}
