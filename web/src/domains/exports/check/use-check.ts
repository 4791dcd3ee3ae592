import { useCallback, useEffect, useRef, useState } from 'react'
import { type ExportFile, getExportFiles, type ReadyExport } from '#contract/exports.ts'
import { call } from '#web/platform/http/call.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { scanInWorker } from './scan-in-worker.ts'
import type { WorkerEvent } from './scan-worker.ts'

export interface CheckState {
  status: 'idle' | 'running' | 'done' | 'failed'
  /** The file that is being read. */
  file: string
  /** 0 to 1 of the bytes. */
  progress: number
  /** Number of photos of the export. */
  expectedCount: number
  /** Number of photos found, per number of the zip. */
  foundCounts: Record<number, number>
  /** Files that are damaged as a whole. */
  damagedFiles: string[]
  /** Names of damaged files inside each zip, and of photos with other bytes than in the export. */
  damagedPhotos: Record<string, string[]>
  /** Files and folders that the browser could not read. */
  unreadableNames: string[]
  /** Files without a photo of this export. */
  foreignFiles: string[]
  /** Names of missing photos, after a check has ended. */
  missingPhotos: string[]
}

export interface Check {
  state: CheckState
  /** Checks these files alone, without the results of earlier checks; `unreadableNames` could not be read. */
  add: (files: readonly File[], unreadableNames?: readonly string[]) => void
  stop: () => void
}

const IDLE: CheckState = {
  status: 'idle',
  file: '',
  progress: 0,
  expectedCount: 0,
  foundCounts: {},
  damagedFiles: [],
  damagedPhotos: {},
  unreadableNames: [],
  foreignFiles: [],
  missingPhotos: [],
}

/** Compares files on the device with an export; stops on unmount. */
export function useCheck(item: ReadyExport, scan: typeof scanInWorker = scanInWorker): Check {
  const [state, setState] = useState(IDLE)
  const endCheck = useRef(() => {})
  const stop = useCallback(() => endCheck.current(), [])
  useEffect(() => stop, [stop])

  const add = (files: readonly File[], unreadableNames: readonly string[] = []) => {
    stop()
    let isStopped = false
    let stopWorker = () => {}
    endCheck.current = () => {
      isStopped = true
      stopWorker()
      setState(previous => (previous.status === 'running' ? IDLE : previous))
    }
    const fail = (error: unknown) => {
      if (isStopped) return
      reportFailure(error)
      setState({ ...IDLE, status: 'failed' })
    }
    setState({ ...IDLE, status: 'running', unreadableNames: [...unreadableNames] })
    // Fetched for each check: a zip gets photos back that an operator has restored.
    fetchExpectedPhotos(item).then(photosByHash => {
      if (isStopped) return
      setState(previous => ({ ...previous, expectedCount: photosByHash.size }))
      const handle = createEventHandler(photosByHash, files, setState, fail)
      stopWorker = scan(files, event => {
        if (!isStopped) handle(event)
      })
    }, fail)
  }
  return { state, add, stop }
}

/** Whether no given file or part of it is damaged, changed or unreadable. */
export const isIntact = ({ damagedFiles, damagedPhotos, unreadableNames }: CheckState) =>
  damagedFiles.length + unreadableNames.length + Object.keys(damagedPhotos).length === 0

type Update = (change: (previous: CheckState) => CheckState) => void

/** Returns a handler that applies the worker's events to the state. */
function createEventHandler(
  photosByHash: ReadonlyMap<string, ExpectedPhoto>,
  files: readonly File[],
  update: Update,
  fail: (error: unknown) => void,
) {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const comparison = createComparison(photosByHash)
  let at = -1
  let matchCount = 0
  let isDamaged = false
  const addDamagedFile = (name: string) =>
    update(previous => ({ ...previous, damagedFiles: [...previous.damagedFiles, name] }))
  const addDamagedPhoto = (zip: string, name: string) => {
    isDamaged = true
    update(({ damagedPhotos, ...previous }) => ({
      ...previous,
      damagedPhotos: { ...damagedPhotos, [zip]: [...(damagedPhotos[zip] ?? []), name] },
    }))
  }
  const closeFile = () => {
    const name = files[at]?.name
    if (name && matchCount === 0 && !isDamaged)
      update(previous => ({ ...previous, foreignFiles: [...previous.foreignFiles, name] }))
    matchCount = 0
    isDamaged = false
  }
  return (event: WorkerEvent) => {
    switch (event.kind) {
      case 'file':
        closeFile()
        at++
        return update(previous => ({ ...previous, file: event.name }))
      case 'progress':
        return update(previous => ({ ...previous, progress: bytes === 0 ? 1 : event.bytes / bytes }))
      case 'damaged':
        if (event.entry !== undefined) return addDamagedPhoto(event.name, event.entry)
        isDamaged = true
        return addDamagedFile(event.name)
      case 'hash': {
        const file = files[at]
        const name = event.entry ?? (file?.webkitRelativePath || file?.name) ?? ''
        const result = comparison.compare(name, event)
        if (result === 'changed' && event.entry !== undefined) return addDamagedPhoto(file?.name ?? '', name)
        if (result === 'changed') {
          isDamaged = true
          return addDamagedFile(name)
        }
        if (result === 'unknown') return
        matchCount++
        if (result === 'repeated') return
        const { iteration } = result
        return update(previous => ({
          ...previous,
          foundCounts: { ...previous.foundCounts, [iteration]: (previous.foundCounts[iteration] ?? 0) + 1 },
        }))
      }
      case 'done':
        closeFile()
        return update(previous => ({ ...previous, status: 'done', missingPhotos: comparison.listMissing() }))
      case 'failed':
        return fail(new Error(event.problem))
    }
  }
}

/** Compares the files of one check with the photos of an export. */
function createComparison(photosByHash: ReadonlyMap<string, ExpectedPhoto>) {
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

/** A photo of the export, with the number of its zip. */
interface ExpectedPhoto extends ExportFile {
  iteration: number
}

/** Fetches every photo of an export, by SHA-256. */
async function fetchExpectedPhotos({ backupId, chunks }: ReadyExport): Promise<Map<string, ExpectedPhoto>> {
  const photosByHash = new Map<string, ExpectedPhoto>()
  for (const { iteration } of chunks) {
    let cursor: string | null | undefined
    do {
      const page = await call(getExportFiles, {
        params: { backupId, iteration },
        query: cursor ? { cursor } : {},
      })
      for (const file of page.files) photosByHash.set(file.sha256, { ...file, iteration })
      cursor = page.cursor
    } while (cursor !== null)
  }
  return photosByHash
}
