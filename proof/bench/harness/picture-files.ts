import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Picture } from './pictures.ts'

/** Writes pictures into a new folder; returns their paths. */
export async function writePictures(folder: string, pictures: readonly Picture[]): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const paths = pictures.map(({ name }) => join(folder, name))
  await Promise.all(pictures.map(({ bytes }, i) => writeFile(paths[i]!, bytes)))
  return paths
}
