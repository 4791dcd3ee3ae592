import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes of all files below a folder whose first part of the path passes. */
export async function folderBytes(folder: string, passes: (first: string) => boolean): Promise<number> {
  let bytes = 0
  for (const first of (await readdir(folder)).filter(passes)) bytes += await bytesBelow(join(folder, first))
  return bytes
}

async function bytesBelow(path: string): Promise<number> {
  const found = await lstat(path)
  if (!found.isDirectory()) return found.size
  const inside = await Promise.all((await readdir(path)).map(name => bytesBelow(join(path, name))))
  return inside.reduce((sum, each) => sum + each, 0)
}
