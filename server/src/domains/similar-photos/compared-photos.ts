import type { Reader } from '../../context.ts'
import { type ComparedFacts, findComparedFacts } from '../photos/index.ts'
import type { ComparedPhoto } from './grouping/compared-photo.ts'

/** Finds what grouping compares of these photos, by id. */
export async function findComparedPhotos(
  db: Reader,
  accountId: string,
  photoIds: readonly string[],
): Promise<Map<string, ComparedPhoto>> {
  const facts = await findComparedFacts(db, accountId, photoIds)
  return new Map(facts.map(row => [row.photo_id, toComparedPhoto(row)]))
}

export function toComparedPhoto(facts: ComparedFacts): ComparedPhoto {
  const isTimed = !facts.taken_unknown && facts.taken_precision === 'second'
  return {
    photoId: facts.photo_id,
    takenAt: isTimed ? Date.parse(`${facts.taken_sort.replace(' ', 'T')}Z`) : undefined,
    cameraId: facts.camera_id ?? undefined,
    contentType: facts.content_type,
    kind: facts.kind ?? 'photo',
    width: facts.width,
    height: facts.height,
    hash: facts.hash === null ? undefined : BigInt(facts.hash),
    colours: facts.colours ?? undefined,
    sharpness: facts.sharpness ?? undefined,
    dark: facts.dark ?? 0,
    light: facts.light ?? 0,
  }
}
