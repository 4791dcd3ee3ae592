import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes of all files in the entries of a folder that `includes` accepts, by entry name. */
export async function folderBytes(folder: string, includes: (name: string) => boolean): Promise<number> {
  let bytes = 0
  for (const name of (await readdir(folder)).filter(includes)) bytes += await bytesBelow(join(folder, name))
  return bytes
}

async function bytesBelow(path: string): Promise<number> {
  const stats = await lstat(path)
  if (!stats.isDirectory()) return stats.size
  const sizes = await Promise.all((await readdir(path)).map(name => bytesBelow(join(path, name))))
  return sizes.reduce((sum, each) => sum + each, 0)
}
