import type { Context } from '#server/context.ts'

/** State in memory of one server, made at first use: all of it can be lost at any time. */
export function perContext<T>(make: () => T): (ctx: Context) => T {
  const states = new WeakMap<Context, { value: T }>()
  return ctx => {
    const state = states.get(ctx) ?? { value: make() }
    states.set(ctx, state)
    return state.value
  }
}
