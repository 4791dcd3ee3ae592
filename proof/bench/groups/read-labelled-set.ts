import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Images } from '#server/platform/images/index.ts'
import { SNIFF_BYTES } from '#server/platform/images/index.ts'
import { type LabelledPhoto, readComparedPhoto } from './labelled-photo.ts'

/** Reads the pictures that `groups.tsv` of a folder labels: path, copies, similar, best; undefined without that file. */
export async function readLabelledSet(
  images: Images,
  directory: string,
): Promise<LabelledPhoto[] | undefined> {
  const table = await readFile(join(directory, 'groups.tsv'), 'utf8').catch(() => undefined)
  if (table === undefined) return undefined
  const photos: LabelledPhoto[] = []
  for (const line of table.split('\n').filter(Boolean)) {
    const [path = '', copies = '', similar = '', best = ''] = line.split('\t').map(cell => cell.trim())
    const file = join(directory, path)
    const type = images.sniff((await readFile(file)).subarray(0, SNIFF_BYTES))
    if (!type) continue
    const photo = await readComparedPhoto(images, { path: file, type }, path)
    photos.push({ photo, copies, similar, isBest: best === '1' })
  }
  return photos
}
