import { createHash } from 'node:crypto'
import yauzl from 'yauzl'
import { verify } from './bench.ts'
import type { Picture } from './pictures.ts'

/**
 * Reads a zip with an independent reader: the same pictures under the same names, byte by byte, none more. `nameOf`
 * gives a picture's name from its entry's, null for what is no picture.
 */
export async function verifyZip(
  file: string,
  pictures: readonly Picture[],
  nameOf: (entry: string) => string | null = entry => entry,
): Promise<void> {
  const wanted = new Map(
    pictures.map(({ name, bytes }) => [name, createHash('sha256').update(bytes).digest('hex')]),
  )
  const zip = await yauzl.openPromise(file, { lazyEntries: true, autoClose: true })
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry.fileName)
    if (name === null) continue
    const hash = createHash('sha256')
    for await (const chunk of await zip.openReadStreamPromise(entry)) hash.update(chunk)
    verify(wanted.get(name) === hash.digest('hex'), `${name} is whole`)
    wanted.delete(name)
  }
  verify(wanted.size === 0, `${wanted.size} pictures are missing from the zip`)
}
