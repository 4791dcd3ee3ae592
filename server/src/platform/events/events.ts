import type { Tx } from '../db/transact.ts'

/**
 * Something a lower domain did that a higher one must follow in the same transaction: counts that may never be wrong,
 * not even for a moment. What may follow later is a job.
 */
export interface EventKind<Payload extends object> {
  name: string
  readonly payload?: Payload
}

export interface Events {
  /** Runs the kind's listeners in the transaction, one after another; one that throws takes the whole change back. */
  emit<P extends object>(tx: Tx, kind: EventKind<P>, payload: P): Promise<void>
  /** Once, at start. A kind that nobody listens to cannot be emitted: forgetting a listener is loud. */
  listen(listeners: readonly Listener[]): void
}

export interface Listener {
  kind: EventKind<object>
  follow: (tx: Tx, payload: never) => Promise<void>
}

export const defineEvent = <P extends object>(name: string): EventKind<P> => ({ name })

/** Ties a listener to its kind for the visible list in app.ts. */
export function follows<P extends object>(
  kind: EventKind<P>,
  follow: (tx: Tx, payload: P) => Promise<void>,
): Listener {
  return { kind, follow: follow as Listener['follow'] }
}

export function createEvents(): Events {
  let known: readonly Listener[] = []
  return {
    async emit(tx, kind, payload) {
      const listeners = known.filter(each => each.kind === kind)
      if (listeners.length === 0) throw new Error(`Nobody listens to ${kind.name}`)
      for (const { follow } of listeners) await follow(tx, payload as never)
    },
    listen(listeners) {
      known = listeners
    },
  }
}
