import { toCameraName } from '#server/domains/photos/facts/camera-name.ts'
import type { ComparedPhoto } from '#server/domains/similar-photos/grouping/compared-photo.ts'
import type { FileRef, Images } from '#server/platform/images/index.ts'

/** A picture with the groups that a person has put it in. */
export interface LabelledPhoto {
  photo: ComparedPhoto
  copies: string
  similar: string
  isBest: boolean
  /** Of a derived copy. */
  kind?: string
}

/** Reads what grouping compares of a picture, as the ingest does. */
export async function readComparedPhoto(
  images: Images,
  file: FileRef,
  photoId: string,
): Promise<ComparedPhoto> {
  const { width, height, facts } = await images.makeVariants(file)
  const { date, camera } = await readDateAndCamera(images, file, photoId)
  return {
    photoId,
    takenAt: date,
    cameraId: camera === undefined ? undefined : toCameraNumber(camera),
    width,
    height,
    hash: facts?.hash ?? undefined,
    colours: facts?.colours,
    sharpness: facts?.sharpness,
    dark: facts?.dark ?? 0,
    light: facts?.light ?? 0,
  }
}

async function readDateAndCamera(images: Images, { path, type }: FileRef, fileName: string) {
  const { takenAt, camera } = await images.readMetadata(path, type, fileName)
  const name = toCameraName(camera as Record<string, unknown> | null)
  return {
    date: takenAt ? Date.parse(`${takenAt.replace(' ', 'T')}Z`) : undefined,
    camera: name ? `${name.make} ${name.model}` : undefined,
  }
}

const cameras: string[] = []

function toCameraNumber(name: string): number {
  if (!cameras.includes(name)) cameras.push(name)
  return cameras.indexOf(name) + 1
}
