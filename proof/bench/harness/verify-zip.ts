import { createHash } from 'node:crypto'
import yauzl from 'yauzl'
import { verify } from './bench.ts'
import type { Picture } from './pictures.ts'

/**
 * Reads a zip with an independent library and verifies that it has all pictures with their names and bytes. `getName`
 * returns the picture's name of an entry, null for an entry that is not a picture.
 */
export async function verifyZip(
  file: string,
  pictures: readonly Picture[],
  getName: (entry: string) => string | null = entry => entry,
): Promise<void> {
  const hashByName = new Map(
    pictures.map(({ name, bytes }) => [name, createHash('sha256').update(bytes).digest('hex')]),
  )
  const zip = await yauzl.openPromise(file, { lazyEntries: true, autoClose: true })
  for await (const entry of zip.eachEntry()) {
    const name = getName(entry.fileName)
    if (name === null) continue
    const hash = createHash('sha256')
    for await (const chunk of await zip.openReadStreamPromise(entry)) hash.update(chunk)
    verify(hashByName.get(name) === hash.digest('hex'), `${name} is intact`)
    hashByName.delete(name)
  }
  verify(hashByName.size === 0, `${hashByName.size} pictures are missing from the zip`)
}
