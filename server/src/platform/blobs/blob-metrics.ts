import type { Readable } from 'node:stream'
import { defineGauge, defineHistogram } from '../metrics/definitions.ts'
import type { Metrics } from '../metrics/metrics.ts'
import {
  BlobMissingError,
  type Blobs,
  BlobsFailedError,
  BlobsUnavailableError,
  StorageFullError,
} from './blobs.ts'

type Outcome = 'done' | 'missing' | 'full' | 'unavailable' | 'failed'

const OUTCOMES: readonly Outcome[] = ['done', 'missing', 'full', 'unavailable', 'failed']
const OPERATIONS = ['put', 'stat', 'get', 'remove', 'read', 'append', 'commit'] as const

const operations = defineHistogram(
  'blob_operation_seconds',
  'Time of an operation on the blob store; a read takes until its stream ends',
  {
    labels: ['operation', 'outcome'],
    initial: OPERATIONS.flatMap(operation => OUTCOMES.map(outcome => ({ operation, outcome }))),
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
  },
)
const freeBytes = defineGauge(
  'blob_storage_free_bytes',
  'Free bytes of the disk with the blobs; none with S3',
  {},
)
const reserveBytes = defineGauge(
  'blob_storage_reserve_bytes',
  'Bytes of that disk that uploads leave free; none with S3',
)

/** Wraps a store so that every operation is measured. */
export function measureBlobs(blobs: Blobs, metrics: Metrics): Blobs {
  const seconds = metrics.get(operations)
  const start = (operation: (typeof OPERATIONS)[number]) => {
    const end = seconds.startTimer({ operation })
    return (outcome: Outcome) => void end({ outcome })
  }
  const measureCall =
    <A extends unknown[], T>(
      operation: (typeof OPERATIONS)[number],
      call: (...args: A) => Promise<T>,
    ): ((...args: A) => Promise<T>) =>
    async (...args) => {
      const end = start(operation)
      try {
        const result = await call(...args)
        end('done')
        return result
      } catch (error) {
        end(toOutcome(error))
        throw error
      }
    }
  const measureStream =
    <A extends unknown[]>(call: (...args: A) => Readable): ((...args: A) => Readable) =>
    (...args) => {
      const end = start('read')
      const stream = call(...args)
      let outcome: Outcome = 'done'
      stream.once('error', error => {
        outcome = toOutcome(error)
      })
      stream.once('close', () => end(outcome))
      return stream
    }
  const { staging } = blobs
  return {
    ...blobs,
    put: measureCall('put', (...args) => blobs.put(...args)),
    stat: measureCall('stat', (...args) => blobs.stat(...args)),
    get: measureCall('get', (...args) => blobs.get(...args)),
    remove: measureCall('remove', (...args) => blobs.remove(...args)),
    read: measureStream((...args) => blobs.read(...args)),
    staging: {
      ...staging,
      append: measureCall('append', (...args) => staging.append(...args)),
      commit: measureCall('commit', (...args) => staging.commit(...args)),
      read: measureStream((...args) => staging.read(...args)),
    },
  }
}

function toOutcome(error: unknown): Outcome {
  if (error instanceof BlobMissingError) return 'missing'
  if (error instanceof StorageFullError) return 'full'
  if (error instanceof BlobsFailedError) return 'failed'
  return error instanceof BlobsUnavailableError ? 'unavailable' : 'failed'
}

/** Adds the store's free space to the metrics, where it is known. */
export function measureSpace(metrics: Metrics, blobs: Pick<Blobs, 'space'>): void {
  metrics.addSource({
    name: 'blob-storage',
    gauges: [freeBytes, reserveBytes],
    async read(clear) {
      const space = await blobs.space()
      clear()
      if (!space) return
      metrics.get(freeBytes).set(space.free)
      metrics.get(reserveBytes).set(space.reserve)
    },
  })
}
