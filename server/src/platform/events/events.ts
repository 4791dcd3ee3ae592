import type { Tx } from '../db/transact.ts'

/**
 * Something a lower domain did that a higher one must answer in the same transaction: counts that may never be wrong,
 * not even for a moment. What may happen later is a job.
 */
export interface EventKind<Payload extends object> {
  name: string
  readonly payload?: Payload
}

export interface Events {
  /** Runs the event's listeners in the transaction, one after another; one that throws rolls the whole change back. */
  emit<P extends object>(tx: Tx, event: EventKind<P>, payload: P): Promise<void>
  /** Once, at start. An event without a listener cannot be emitted: a forgotten listener shows at once. */
  listen<C>(ctx: C, listeners: readonly Listener<C>[]): void
}

/** A handler tied to its event; `C` is the context it gets first. */
export interface Listener<C> {
  event: EventKind<object>
  handler: (ctx: C, tx: Tx, payload: never) => Promise<void>
}

export const defineEvent = <P extends object>(name: string): EventKind<P> => ({ name })

/** Ties a handler to an event for the `listeners` of a domain. */
export function on<C, P extends object>(
  event: EventKind<P>,
  handler: (ctx: C, tx: Tx, payload: P) => Promise<void>,
): Listener<C> {
  return { event, handler: handler as Listener<C>['handler'] }
}

export function createEvents(): Events {
  let known: readonly { event: EventKind<object>; handle: (tx: Tx, payload: object) => Promise<void> }[] = []
  return {
    async emit(tx, event, payload) {
      const listeners = known.filter(each => each.event === event)
      if (listeners.length === 0) throw new Error(`No listener for ${event.name}`)
      for (const { handle } of listeners) await handle(tx, payload)
    },
    listen(ctx, listeners) {
      known = listeners.map(({ event, handler }) => ({
        event,
        handle: (tx, payload) => handler(ctx, tx, payload as never),
      }))
    },
  }
}
