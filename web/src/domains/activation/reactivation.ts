import type { QueryClient } from '@tanstack/react-query'
import { type ActivationStatus, IMPORT_FINISHED_WAIT_MS, startActivation } from '#contract/activation.ts'
import type { ImportPush } from '#contract/push.ts'
import { call } from '#web/platform/http/call.ts'
import { createStore } from '#web/platform/listeners/listeners.ts'
import { subscribeImport } from '#web/platform/push/import.ts'
import type { Subscription } from '#web/platform/push/socket.ts'
import { track } from '#web/platform/tracking/tracking.ts'
import { activationQuery } from './activation-query.ts'

/**
 * The state of the import on this page. starting: the socket opens, then the import is requested. running: it is in
 * progress. finishing: it is done, the page waits a moment for the last photos. failed: it ended with an error, or did
 * not start.
 */
export type Progress = 'idle' | 'starting' | 'running' | 'finishing' | 'failed'

/** The import is requested without a socket if it does not open within this time: push messages are only hints. */
const SOCKET_TIMEOUT_MS = 10_000

/** Returns the reactivation of this page, one per query client. */
export function getReactivation(queries: QueryClient) {
  let reactivation = reactivationByClient.get(queries)
  if (!reactivation) {
    reactivation = createReactivation(queries)
    reactivationByClient.set(queries, reactivation)
  }
  return reactivation
}

const reactivationByClient = new WeakMap<QueryClient, ReturnType<typeof createReactivation>>()

function createReactivation(queries: QueryClient) {
  const progress = createStore<Progress>('idle')
  let lastStatus: ActivationStatus | undefined
  let socket: Subscription | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const end = (next: 'idle' | 'failed') => {
    clearTimeout(timer)
    socket?.close()
    socket = undefined
    progress.set(next)
  }
  const schedule = (work: () => void, milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(work, milliseconds)
  }
  const fetchStatus = () => queries.fetchQuery({ ...activationQuery, staleTime: 0 })

  const request = async () => {
    if (progress.get() !== 'starting') return
    clearTimeout(timer)
    progress.set('running')
    try {
      await call(startActivation)
      const { status } = await fetchStatus()
      // The import ended before the status was fetched.
      if (status !== 'IMPORTING') endWith(status)
    } catch {
      endWith('NOT_ACTIVE')
    }
  }

  /** Ends the progress by a fetched status: the push message may have been missed. */
  const endWith = (status: ActivationStatus) => {
    if (progress.get() === 'running') end(status === 'ACTIVE' ? 'idle' : 'failed')
  }

  const receive = ({ type, data }: ImportPush) => {
    if (type === 'import-error') {
      queries.setQueryData(activationQuery.queryKey, data.payload)
      lastStatus = data.payload.status
      end('failed')
    }
    if (type !== 'import-finished') return
    progress.set('finishing')
    schedule(finish, IMPORT_FINISHED_WAIT_MS)
  }

  /** Fetches the status once more, then ends the progress and closes the socket. */
  const finish = () =>
    fetchStatus().then(
      () => end('idle'),
      // The request failed: polling of the status ends the progress.
      () => progress.set('running'),
    )

  const listen = (onAccepted: () => void) => {
    socket?.close()
    socket = subscribeImport(onAccepted, receive)
  }

  return {
    progress,
    /** Requests the import; does nothing while one is in progress. */
    start() {
      if (progress.get() !== 'idle' && progress.get() !== 'failed') return
      track({ name: 'library-reactivation-started' })
      progress.set('starting')
      listen(() => void request())
      schedule(() => void request(), SOCKET_TIMEOUT_MS)
    },
    /** Call with every status the service answers; undefined if unknown. */
    updateStatus(status: ActivationStatus | undefined) {
      const previousStatus = lastStatus
      lastStatus = status ?? lastStatus
      if (status === undefined || status === previousStatus) return
      // Everything that was fetched before the library was imported is stale.
      if (status === 'ACTIVE' && previousStatus !== undefined)
        void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'activation' })
      if (status === 'IMPORTING') {
        if (progress.get() !== 'idle' && progress.get() !== 'failed') return
        progress.set('running')
        // Fetches what was missed until the socket opened.
        listen(() => void fetchStatus().catch(() => undefined))
        return
      }
      if (previousStatus === 'IMPORTING') endWith(status)
    },
  }
}
