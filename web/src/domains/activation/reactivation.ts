import type { QueryClient } from '@tanstack/react-query'
import { type ActivationStatus, IMPORT_FINISHED_WAIT_MS, startActivation } from '#contract/activation.ts'
import type { ImportPush } from '#contract/push.ts'
import { call } from '#web/platform/http/call.ts'
import { subscribeImport } from '#web/platform/push/import.ts'
import type { Subscription } from '#web/platform/push/socket.ts'
import { track } from '#web/platform/tracking/tracking.ts'
import { activationQuery } from './activation-query.ts'

/**
 * Where this page stands with the import. starting: it listens, then asks for it. running: it is on its way. finishing:
 * it is done, the page waits a moment for everything to be there. failed: it ended with a problem, or did not begin.
 */
export type Progress = 'idle' | 'starting' | 'running' | 'finishing' | 'failed'

/** An import is asked for without its socket when that does not answer: a push is only a hint. */
export const SOCKET_PATIENCE_MS = 10_000

export interface Reactivation {
  progress(): Progress
  subscribe(changed: () => void): () => void
  /** Asks for the import (PL-133, OP-26); while one is on its way it does nothing. */
  start(): void
  /** What the service said last; undefined while that is not known. */
  seen(status: ActivationStatus | undefined): void
}

/** The one of this page, wherever it was asked for. */
export function reactivationOf(queries: QueryClient): Reactivation {
  let known = all.get(queries)
  if (!known) {
    known = createReactivation(queries)
    all.set(queries, known)
  }
  return known
}

const all = new WeakMap<QueryClient, Reactivation>()

function createReactivation(queries: QueryClient): Reactivation {
  let progress: Progress = 'idle'
  let last: ActivationStatus | undefined
  let socket: Subscription | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const set = (next: Progress) => {
    progress = next
    for (const changed of listeners) changed()
  }
  const end = (next: 'idle' | 'failed') => {
    clearTimeout(timer)
    socket?.close()
    socket = undefined
    set(next)
  }
  const later = (work: () => void, milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(work, milliseconds)
  }
  const ask = () => queries.fetchQuery({ ...activationQuery, staleTime: 0 })

  const request = async () => {
    if (progress !== 'starting') return
    clearTimeout(timer)
    set('running')
    try {
      await call(startActivation)
      const { status } = await ask()
      // It was over before this page had asked.
      if (status !== 'IMPORTING') over(status)
    } catch {
      over('NOT_ACTIVE')
    }
  }

  /** The end without a message, which it may have missed. */
  const over = (status: ActivationStatus) => {
    if (progress === 'running') end(status === 'ACTIVE' ? 'idle' : 'failed')
  }

  const receive = ({ type, data }: ImportPush) => {
    if (type === 'import-error') {
      queries.setQueryData(activationQuery.queryKey, data.payload)
      last = data.payload.status
      end('failed')
    }
    if (type !== 'import-finished') return
    set('finishing')
    later(finish, IMPORT_FINISHED_WAIT_MS)
  }

  /** PL-135: the status is asked for once more, then the progress ends and the socket is closed. */
  const finish = () =>
    ask().then(
      () => end('idle'),
      // No answer: the status is asked for again and again, and says when it is over.
      () => set('running'),
    )

  const listen = (accepted: () => void) => {
    socket?.close()
    socket = subscribeImport(accepted, receive)
  }

  return {
    progress: () => progress,
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    start() {
      if (progress !== 'idle' && progress !== 'failed') return
      track('library-reactivation-started')
      set('starting')
      listen(() => void request())
      later(() => void request(), SOCKET_PATIENCE_MS)
    },
    seen(status) {
      const before = last
      last = status ?? last
      if (status === undefined || status === before) return
      // PL-136: everything that was read of a library that was not here.
      if (status === 'ACTIVE' && before !== undefined)
        void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'activation' })
      if (status === 'IMPORTING') {
        if (progress !== 'idle' && progress !== 'failed') return
        set('running')
        // What was missed until then is asked for.
        listen(() => void ask().catch(() => undefined))
        return
      }
      if (before === 'IMPORTING') over(status)
    },
  }
}
