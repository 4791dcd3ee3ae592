import type { Context } from '../context.ts'

/**
 * Creates a context that simulates a crash of the process after `steps` steps. A step is the time before or after a query or
 * transaction, the sending of a mail or the storing of bytes; from the crash on every call fails without an effect.
 */
export function crashAfter(ctx: Context, steps: number): { ctx: Context; hasCrashed: () => boolean } {
  let stepsLeft = steps
  const step = () => {
    if (stepsLeft-- <= 0) throw new Crash('crashed')
  }
  const countSteps = <T extends object>(target: T, names: readonly string[]): T =>
    new Proxy(target, {
      get(object, name) {
        const value = Reflect.get(object, name)
        if (typeof value !== 'function') return value
        if (!names.includes(String(name))) return value.bind(object)
        return async (...args: unknown[]) => {
          step()
          const result = await value.apply(object, args)
          step()
          return result
        }
      },
    })
  const db = new Proxy(ctx.db, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name === 'connection')
        return () => ({
          execute: async (work: (connection: unknown) => Promise<unknown>) => {
            step()
            const result = await target.connection().execute(work as never)
            step()
            return result
          },
        })
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        step()
        return value.apply(target, args)
      }
    },
  })
  const staging = countSteps(ctx.blobs.staging, ['append', 'commit', 'remove'])
  const { put, remove } = countSteps(ctx.blobs, ['put', 'remove'])
  const blobs = { ...ctx.blobs, staging, put, remove }
  const mail = countSteps(ctx.mail, ['send'])
  return { ctx: { ...ctx, db, blobs, mail }, hasCrashed: () => stepsLeft < 0 }
}

class Crash extends Error {}
