import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReadyExport } from '#contract/exports.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { type ExpectedPhoto, fetchExpectedPhotos } from './expected-photos.ts'
import { scanInWorker } from './scan-in-worker.ts'
import type { WorkerEvent } from './scan-worker.ts'

export interface CheckState {
  status: 'idle' | 'running' | 'done' | 'failed'
  /** The file that is being read. */
  file: string
  /** 0 to 1 of the bytes. */
  progress: number
  /** Number of photos found by all checks so far, per number of the zip. */
  foundCounts: Record<number, number>
  damagedFiles: string[]
  /** Files and folders that the browser could not read. */
  unreadableNames: string[]
  /** Files without a photo of this export. */
  foreignFiles: string[]
  /** Names of missing photos, after a check has ended. */
  missingPhotos: string[]
}

export interface Check {
  state: CheckState
  /** Checks more files, in addition to those of earlier checks, and names those that could not be read. */
  add: (files: readonly File[], unreadableNames?: readonly string[]) => void
  stop: () => void
}

const IDLE: CheckState = {
  status: 'idle',
  file: '',
  progress: 0,
  foundCounts: {},
  damagedFiles: [],
  unreadableNames: [],
  foreignFiles: [],
  missingPhotos: [],
}

/** Compares files on the device with an export; stops on unmount. */
export function useCheck(item: ReadyExport, scan: typeof scanInWorker = scanInWorker): Check {
  const [state, setState] = useState(IDLE)
  const expectedPhotos = useRef<Promise<Map<string, ExpectedPhoto>> | null>(null)
  const seenHashes = useRef(new Set<string>())
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
      setState(previous => (previous.status === 'running' ? { ...previous, status: 'idle' } : previous))
    }
    const fail = (error: unknown) => {
      if (isStopped) return
      reportFailure(error)
      setState(previous => ({ ...previous, status: 'failed' }))
    }
    setState(previous => ({
      ...previous,
      status: 'running',
      progress: 0,
      file: '',
      damagedFiles: [],
      unreadableNames: [...unreadableNames],
      foreignFiles: [],
    }))
    expectedPhotos.current ??= fetchExpectedPhotos(item)
    expectedPhotos.current.then(
      photosByHash => {
        if (isStopped) return
        const handle = createEventHandler(photosByHash, seenHashes.current, files, setState, fail)
        stopWorker = scan(files, event => {
          if (!isStopped) handle(event)
        })
      },
      error => {
        // The next check fetches them again.
        expectedPhotos.current = null
        fail(error)
      },
    )
  }
  return { state, add, stop }
}

type Update = (change: (previous: CheckState) => CheckState) => void

/** Returns a handler that applies the worker's events to the state. */
function createEventHandler(
  photosByHash: ReadonlyMap<string, ExpectedPhoto>,
  seenHashes: Set<string>,
  files: readonly File[],
  update: Update,
  fail: (error: unknown) => void,
) {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  let file = ''
  let matchCount = 0
  let isDamaged = false
  const closeFile = () => {
    const name = file
    if (name && matchCount === 0 && !isDamaged)
      update(previous => ({ ...previous, foreignFiles: [...previous.foreignFiles, name] }))
    matchCount = 0
    isDamaged = false
  }
  return (event: WorkerEvent) => {
    switch (event.kind) {
      case 'file':
        closeFile()
        file = event.name
        return update(previous => ({ ...previous, file }))
      case 'progress':
        return update(previous => ({ ...previous, progress: bytes === 0 ? 1 : event.bytes / bytes }))
      case 'damaged':
        isDamaged = true
        return update(previous => ({ ...previous, damagedFiles: [...previous.damagedFiles, event.name] }))
      case 'hash': {
        const photo = photosByHash.get(event.sha256)
        if (!photo) return
        matchCount++
        if (seenHashes.has(event.sha256)) return
        seenHashes.add(event.sha256)
        const { iteration } = photo
        return update(previous => ({
          ...previous,
          foundCounts: { ...previous.foundCounts, [iteration]: (previous.foundCounts[iteration] ?? 0) + 1 },
        }))
      }
      case 'done': {
        closeFile()
        const missingPhotos = [...photosByHash.values()].filter(({ sha256 }) => !seenHashes.has(sha256))
        return update(previous => ({
          ...previous,
          status: 'done',
          missingPhotos: missingPhotos.map(({ name }) => name),
        }))
      }
      case 'failed':
        return fail(new Error(event.problem))
    }
  }
}
