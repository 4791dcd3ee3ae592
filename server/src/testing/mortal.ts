import type { Context } from '../context.ts'

/**
 * The world of a process with so many steps to live: it dies before or after any query or transaction, while a mail is
 * sent or while bytes are stored, and nothing of it is done from then on.
 */
export function mortal(ctx: Context, steps: number): { ctx: Context; died: () => boolean } {
  let left = steps
  const step = () => {
    if (left-- <= 0) throw new Died('killed')
  }
  const counted = <T extends object>(target: T, names: readonly string[]): T =>
    new Proxy(target, {
      get(of, name) {
        const value = Reflect.get(of, name)
        if (typeof value !== 'function') return value
        if (!names.includes(String(name))) return value.bind(of)
        return async (...args: unknown[]) => {
          step()
          const result = await value.apply(of, args)
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
  const staging = counted(ctx.blobs.staging, ['append', 'commit', 'remove'])
  const blobs = { ...ctx.blobs, staging, remove: counted(ctx.blobs, ['remove']).remove }
  const mail = counted(ctx.mail, ['send'])
  return { ctx: { ...ctx, db, blobs, mail }, died: () => left < 0 }
}

class Died extends Error {}
