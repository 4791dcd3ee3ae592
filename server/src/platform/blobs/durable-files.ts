import * as fs from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'

/** File system calls that change the disk; tests record them or make them fail. */
export type Disk = Pick<typeof fs, 'open' | 'rename' | 'mkdir' | 'rm'>

export interface DurableFiles {
  /** Writes a new file, syncs its bytes and returns its size; its name in the folder is not durable yet. */
  write(path: string, bytes: Uint8Array | Readable): Promise<number>
  /** Renames a file and syncs the new name, including every folder that had to be created. */
  move(from: string, to: string): Promise<void>
  makeFolder(path: string): Promise<void>
  syncFolder(path: string): Promise<void>
}

export function createDurableFiles(disk: Disk = fs): DurableFiles {
  // A name is durable only when its parent folders are, including those a concurrent call is creating.
  const foldersInCreation = new Set<Promise<void>>()

  async function write(path: string, bytes: Uint8Array | Readable): Promise<number> {
    const file = await disk.open(path, 'wx')
    try {
      await file.writeFile(bytes)
      await file.datasync()
      return bytes instanceof Readable ? (await file.stat()).size : bytes.length
    } finally {
      await file.close()
    }
  }

  async function move(from: string, to: string): Promise<void> {
    const folder = dirname(to)
    // Removing the last blob of a folder removes the folder, possibly right after it was created for this file.
    for (let attempt = 0; ; attempt++) {
      try {
        await disk.rename(from, to)
        break
      } catch (error) {
        if (!isFileMissing(error) || attempt === 5) throw error
        await makeFolder(folder)
      }
    }
    await Promise.all(foldersInCreation)
    await syncFolder(folder)
  }

  async function makeFolder(path: string): Promise<void> {
    const creation = createFolders(path)
    foldersInCreation.add(creation)
    try {
      await creation
    } finally {
      foldersInCreation.delete(creation)
    }
  }

  async function createFolders(path: string): Promise<void> {
    const firstCreatedFolder = await disk.mkdir(path, { recursive: true })
    if (!firstCreatedFolder) return
    for (let folder = path; ; folder = dirname(folder)) {
      await syncFolder(dirname(folder))
      if (folder === firstCreatedFolder) return
    }
  }

  async function syncFolder(path: string): Promise<void> {
    const folder = await disk.open(path, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  }

  return { write, move, makeFolder, syncFolder }
}

export function isFileMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'ENOENT'
}
