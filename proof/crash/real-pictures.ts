import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createImages, SNIFF_BYTES } from '#server/platform/images/index.ts'
import { padJpeg } from '#server/testing/pictures.ts'
import type { Random } from '#server/testing/random.ts'
import type { Picture } from './pictures.ts'

/** Bytes that are added to a repeated picture; sometimes several parts of an upload to S3. */
const PADDING_MAX = 2_000_000
const LARGE_PADDING_MAX = 24_000_000

/**
 * Returns a generator of the pictures below a folder: each that can be shown once, byte for byte, then the JPEGs again with
 * random comments, so that no two have the same bytes.
 */
export async function realPictures(folder: string, random: Random): Promise<() => Picture> {
  const pictures = await readPictures(folder)
  const jpegs = pictures.filter(({ type }) => type === 'image/jpeg')
  if (jpegs.length === 0) throw new Error(`There is no JPEG below ${folder}`)
  const originals = random.sample(pictures, 1)
  let count = 0
  return () => {
    const original = originals.pop()
    if (original) return pictureOf(original.name, original.bytes)
    const { name, bytes } = random.pick(jpegs)
    const padding = 1 + random.integer(random.chance(0.05) ? LARGE_PADDING_MAX : PADDING_MAX)
    return pictureOf(`${++count} ${name}`, padJpeg(bytes, bytes.length + padding))
  }
}

const pictureOf = (name: string, bytes: Buffer): Picture => ({
  name,
  bytes,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

/** The files with different bytes that are pictures and not broken. */
async function readPictures(folder: string) {
  const images = createImages({ tempDir: tmpdir() })
  const found = new Map<string, { name: string; bytes: Buffer; type: string }>()
  try {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const bytes = await readFile(path)
      const type = images.sniff(bytes.subarray(0, SNIFF_BYTES))
      if (!type || !(await images.checkStructure(path)).ok) continue
      const isShown = await images.makeVariants({ path, type }, { first: 300 }).then(
        () => true,
        () => false,
      )
      const { name, sha256 } = pictureOf(entry.name, bytes)
      if (isShown) found.set(sha256, { name, bytes, type })
    }
  } finally {
    await images.close()
  }
  return [...found.values()]
}
