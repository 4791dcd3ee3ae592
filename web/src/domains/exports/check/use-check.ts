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
  found: Record<number, number>
  damaged: string[]
  /** Files without a photo of this export. */
  foreign: string[]
  /** Names of missing photos, after a check has ended. */
  missingPhotos: string[]
}

export interface Check {
  state: CheckState
  /** Checks more files, in addition to those of earlier checks. */
  add: (files: readonly File[]) => void
  stop: () => void
}

const IDLE: CheckState = {
  status: 'idle',
  file: '',
  progress: 0,
  found: {},
  damaged: [],
  foreign: [],
  missingPhotos: [],
}

/** Compares files on the device with an export; stops on unmount. */
export function useCheck(item: ReadyExport, scan: typeof scanInWorker = scanInWorker): Check {
  const [state, setState] = useState(IDLE)
  const known = useRef<Promise<Map<string, ExpectedPhoto>> | null>(null)
  const seenHashes = useRef(new Set<string>())
  const end = useRef(() => {})
  const stop = useCallback(() => end.current(), [])
  useEffect(() => stop, [stop])

  const add = (files: readonly File[]) => {
    stop()
    let stopped = false
    let stopWorker = () => {}
    end.current = () => {
      stopped = true
      stopWorker()
      setState(now => (now.status === 'running' ? { ...now, status: 'idle' } : now))
    }
    const fail = (error: unknown) => {
      if (stopped) return
      reportFailure(error)
      setState(now => ({ ...now, status: 'failed' }))
    }
    setState(now => ({ ...now, status: 'running', progress: 0, file: '', damaged: [], foreign: [] }))
    known.current ??= fetchExpectedPhotos(item)
    known.current.then(
      expected => {
        if (stopped) return
        const handle = createEventHandler(expected, seenHashes.current, files, setState, fail)
        stopWorker = scan(files, event => {
          if (!stopped) handle(event)
        })
      },
      error => {
        // The next check fetches them again.
        known.current = null
        fail(error)
      },
    )
  }
  return { state, add, stop }
}

type Update = (change: (now: CheckState) => CheckState) => void

/** Returns a handler that applies the worker's events to the state. */
function createEventHandler(
  expected: ReadonlyMap<string, ExpectedPhoto>,
  seenHashes: Set<string>,
  files: readonly File[],
  update: Update,
  fail: (error: unknown) => void,
) {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  let file = ''
  let known = 0
  let damaged = false
  const closeFile = () => {
    const name = file
    if (name && known === 0 && !damaged) update(now => ({ ...now, foreign: [...now.foreign, name] }))
    known = 0
    damaged = false
  }
  return (event: WorkerEvent) => {
    switch (event.kind) {
      case 'file':
        closeFile()
        file = event.name
        return update(now => ({ ...now, file }))
      case 'progress':
        return update(now => ({ ...now, progress: bytes === 0 ? 1 : event.bytes / bytes }))
      case 'damaged':
        damaged = true
        return update(now => ({ ...now, damaged: [...now.damaged, event.name] }))
      case 'hash': {
        const photo = expected.get(event.sha256)
        if (!photo) return
        known++
        if (seenHashes.has(event.sha256)) return
        seenHashes.add(event.sha256)
        const { iteration } = photo
        return update(now => ({
          ...now,
          found: { ...now.found, [iteration]: (now.found[iteration] ?? 0) + 1 },
        }))
      }
      case 'done': {
        closeFile()
        const missingPhotos = [...expected.values()].filter(({ sha256 }) => !seenHashes.has(sha256))
        return update(now => ({
          ...now,
          status: 'done',
          missingPhotos: missingPhotos.map(({ name }) => name),
        }))
      }
      case 'failed':
        return fail(new Error(event.problem))
    }
  }
}
