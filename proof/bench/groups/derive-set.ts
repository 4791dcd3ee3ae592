import { glob, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { findCopies } from '#server/domains/similar-photos/grouping/find-copies.ts'
import type { Images } from '#server/platform/images/index.ts'
import { type LabelledPhoto, readComparedPhoto } from './labelled-photo.ts'

/** Longer pictures are shrunk first: hashes are read from variants of 800. */
const EDGE = 1600

const COPIES: Record<string, (picture: Sharp, size: Size) => Sharp> = {
  'quality 60': picture => picture.jpeg({ quality: 60 }),
  'quality 30': picture => picture.jpeg({ quality: 30 }),
  'half size': (picture, { width }) => picture.resize(Math.round(width / 2)).jpeg(),
  messenger: picture => picture.resize(800, 800, { fit: 'inside' }).jpeg({ quality: 60 }),
  'turned 90°': picture => picture.rotate(90).jpeg(),
  'turned 180°': picture => picture.rotate(180).jpeg(),
  'brighter 10 %': picture => picture.modulate({ brightness: 1.1 }).jpeg(),
  'darker 10 %': picture => picture.modulate({ brightness: 0.9 }).jpeg(),
  'cropped 3 %': (picture, size) => crop(picture, size, { share: 0.97, x: 0.5, y: 0.5 }).jpeg(),
  'cropped 8 %': (picture, size) => crop(picture, size, { share: 0.92, x: 0.5, y: 0.5 }).jpeg(),
}

/** Shots a second apart: moved, turned, other light; the last one blurred like 8 px of a picture of 4000. */
const SHOTS: ((picture: Sharp, size: Size) => Sharp)[] = [
  (picture, size) => crop(picture, size, { share: 0.955, x: 0, y: 0.2 }).modulate({ brightness: 1.06 }),
  (picture, size) =>
    crop(picture.rotate(1.2, { background: '#808080' }), size, { share: 0.93, x: 0.6, y: 0.6 }),
  (picture, size) => crop(picture, size, { share: 0.96, x: 1, y: 0.5 }).blur((8 * size.width) / 4000),
]

interface Size {
  width: number
  height: number
}

/** Derives labelled copies and shots from the pictures of a folder, each of which is used once, also where it has copies. */
export async function deriveSet(
  images: Images,
  directory: string,
  { folder, log, limit }: { folder: string; log: (text: string) => void; limit: number },
): Promise<LabelledPhoto[]> {
  const originals = await readOriginals(images, directory, folder)
  const doubles = findCopies(
    originals.map(({ photo }) => ({ ...photo, takenAt: undefined, cameraId: undefined })),
  )
  const left = new Set(doubles.flatMap(([, ...others]) => others.map(({ photo }) => photo.photoId)))
  const used = originals.filter(({ photo }) => !left.has(photo.photoId)).slice(0, limit)
  log(`${used.length} pictures, ${left.size} more are copies of them`)
  const photos: LabelledPhoto[] = []
  for (const [place, { photo, bytes, size }] of used.entries()) {
    const label = `picture ${place}`
    const start = place * 3_600_000
    const original = { ...photo, takenAt: start, cameraId: 1 }
    photos.push({ photo: original, copies: label, similar: label, isBest: true })
    for (const [kind, derive] of Object.entries(COPIES)) {
      const copy = await read(images, folder, `${label} ${kind}`, await derive(sharp(bytes), size).toBuffer())
      photos.push({ photo: copy, copies: label, similar: '', isBest: false, kind })
    }
    for (const [number, derive] of SHOTS.entries()) {
      // Two steps: sharp turns before it crops, and crops before it blurs.
      const shot = await sharp(await derive(sharp(bytes), size).png().toBuffer())
        .resize(size.width, size.height, { fit: 'fill' })
        .jpeg({ quality: 92 })
        .toBuffer()
      const taken = { takenAt: start + (number + 1) * 1000, cameraId: 1 }
      const compared = { ...(await read(images, folder, `${label} shot ${number}`, shot)), ...taken }
      const isBlurred = number === SHOTS.length - 1
      photos.push({ photo: compared, copies: '', similar: label, isBest: !isBlurred })
    }
    if (place % 10 === 9) log(`${place + 1} of ${used.length}`)
  }
  return photos
}

async function readOriginals(images: Images, directory: string, folder: string) {
  const originals = []
  for await (const path of glob('**/*.{jpg,jpeg,png,JPG,JPEG,PNG}', { cwd: directory })) {
    const whole = await sharp(join(directory, path))
      .rotate()
      .resize(EDGE, EDGE, { fit: 'inside', withoutEnlargement: true })
      .flatten()
      .toColourspace('srgb')
      .jpeg({ quality: 95 })
      .toBuffer({ resolveWithObject: true })
      .catch(() => undefined)
    if (!whole || Math.min(whole.info.width, whole.info.height) < 200) continue
    const photo = await read(images, folder, `original ${originals.length}`, whole.data)
    if (photo.hash === undefined) continue
    originals.push({ photo, bytes: whole.data, size: { width: whole.info.width, height: whole.info.height } })
  }
  return originals
}

async function read(images: Images, folder: string, name: string, bytes: Uint8Array) {
  const path = join(folder, 'picture.jpg')
  await writeFile(path, bytes)
  return readComparedPhoto(images, { path, type: 'image/jpeg' }, name)
}

function crop(
  picture: Sharp,
  { width, height }: Size,
  { share, x, y }: { share: number; x: number; y: number },
): Sharp {
  const size = { width: Math.floor(width * share), height: Math.floor(height * share) }
  return picture.extract({
    ...size,
    left: Math.floor((width - size.width) * x),
    top: Math.floor((height - size.height) * y),
  })
}
