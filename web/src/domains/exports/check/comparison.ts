import type { ExpectedPhoto } from './expected-photos.ts'

/** Compares the files of one check with the photos of an export. */
export function createComparison(photosByHash: ReadonlyMap<string, ExpectedPhoto>) {
  const photoByName = new Map([...photosByHash.values()].map(photo => [photo.name, photo]))
  const sizesByFileName = new Map<string, Set<number>>()
  for (const { name, size } of photosByHash.values()) {
    const sizes = sizesByFileName.get(toFileName(name)) ?? new Set()
    sizesByFileName.set(toFileName(name), sizes.add(size))
  }
  const seenHashes = new Set<string>()

  /**
   * Whether a file has the path of a photo of the export, in any folder. Without a folder only the name is known, which
   * other photos may have: its length has to be equal too.
   */
  function isCopy(path: string, size: number): boolean {
    const folders = path.split('/')
    for (let from = 0; from < folders.length - 1; from++)
      if (photoByName.has(folders.slice(from).join('/'))) return true
    return photoByName.has(path) || sizesByFileName.get(toFileName(path))?.has(size) === true
  }

  return {
    /**
     * Returns the photo with these bytes; 'repeated' if another file had them, 'changed' for a file that stands in the
     * place of a photo with other bytes, 'unknown' for every other file.
     */
    compare(
      path: string,
      { sha256, size }: { sha256: string; size: number },
    ): ExpectedPhoto | 'repeated' | 'changed' | 'unknown' {
      const photo = photosByHash.get(sha256)
      if (!photo) return isCopy(path, size) ? 'changed' : 'unknown'
      if (seenHashes.has(sha256)) return 'repeated'
      seenHashes.add(sha256)
      return photo
    },
    /** Names of the photos without a file. */
    listMissing: () =>
      [...photosByHash.values()].filter(({ sha256 }) => !seenHashes.has(sha256)).map(({ name }) => name),
  }
}

const toFileName = (path: string) => path.slice(path.lastIndexOf('/') + 1)
