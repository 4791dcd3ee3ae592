import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'

/** Reads the entries of a zip, by name, with a library that the product does not use. Throws when a checksum is wrong. */
export async function unzip(zip: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const reader = await fromBufferPromise(zip, { strictFileNames: true })
  for await (const entry of reader.eachEntry()) {
    const bytes = await buffer(await reader.openReadStreamPromise(entry))
    if (crc32(bytes) !== entry.crc32) throw new Error(`wrong checksum of ${entry.fileName}`)
    files.set(entry.fileName, bytes)
  }
  return files
}

/** Downloads a zip and reads its entries. */
export const fetchZip = async (url: string): Promise<Map<string, Buffer>> =>
  unzip(Buffer.from(await (await fetch(url)).arrayBuffer()))
