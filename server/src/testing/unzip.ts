import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** Reads the entries of a zip, by name, with a library that is not the product's. */
export async function unzip(zip: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const reader = await fromBufferPromise(zip, { strictFileNames: true })
  for await (const entry of reader.eachEntry())
    files.set(entry.fileName, await buffer(await reader.openReadStreamPromise(entry)))
  return files
}

/** Downloads a zip and reads its entries. */
export const fetchZip = async (url: string): Promise<Map<string, Buffer>> =>
  unzip(Buffer.from(await (await fetch(url)).arrayBuffer()))
