import type { Queue as PgBossQueue } from 'pg-boss'
import { DEAD_LETTERS, RETENTION_SECONDS } from './dead-letters.ts'
import type { JobKind } from './jobs.ts'
import { getRetentionSeconds } from './scheduled-runs.ts'

/** A queue of pg-boss with the options that differ from its defaults. */
export interface Queue {
  name: string
  options: QueueOptions
}

type QueueOptions = Omit<PgBossQueue, 'name'>

const RETRY_DELAY_MAX_SECONDS = 30 * 60

/** Lists the queues of these kinds, after that of dead letters, to which they refer. */
export function listQueues(kinds: readonly JobKind<object>[], engine: 'embedded' | 'postgres'): Queue[] {
  const deadLetters = { name: DEAD_LETTERS, options: { retentionSeconds: RETENTION_SECONDS } }
  return [
    deadLetters,
    ...kinds.map(kind => ({ name: kind.name, options: getQueueOptions(kind, engine === 'postgres') })),
  ]
}

function getQueueOptions(kind: JobKind<object>, notify: boolean): QueueOptions {
  return {
    retryLimit: kind.retries,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: RETRY_DELAY_MAX_SECONDS,
    ...(kind.schedule ? {} : { deadLetter: DEAD_LETTERS }),
    expireInSeconds: kind.leaseSeconds,
    // A dead worker is noticed within this time, whatever the lease.
    heartbeatSeconds: 10,
    // Each queue counts its finished jobs every five seconds.
    deleteAfterSeconds: getRetentionSeconds(kind),
    notify,
  }
}
