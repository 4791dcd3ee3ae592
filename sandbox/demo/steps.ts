import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { milliseconds } from 'date-fns/milliseconds'
import type { Context } from '#server/context.ts'
import type { Customer } from '#server/domains/customers/index.ts'
import { type DemoEmail, findDemoCustomer } from './customers.ts'

/** Steps of the demo; completed ones have a marker file in the data folder and are skipped by later starts. */
export type Step =
  | 'library'
  | 'addresses'
  | 'projects'
  | 'orders'
  | 'orders-of-other-vendors'
  | 'gallery'
  | 'api-keys'
  | 'callbacks'
  | 'sftp-keys'
  | 'security'

/**
 * Creates a step that is done once for some of the demo's customers, at the default brand's vendor or those of `brandIds`; later
 * starts change nothing. It waits for a later start where one of them is not there or blocked, or `seed` resolves with false.
 */
export function createStep(
  step: Step,
  emails: readonly DemoEmail[],
  seed: (ctx: Context, customer: Customer) => Promise<boolean>,
  brandIds: readonly (string | undefined)[] = [undefined],
): (ctx: Context) => Promise<void> {
  return async ctx => {
    if (isStepDone(ctx, step)) return
    for (const [email, brandId] of emails.flatMap(each => brandIds.map(id => [each, id] as const))) {
      const customer = await findDemoCustomer(ctx, email, brandId)
      if (!customer || customer.deleted_at || customer.business_status === 'Blocked') return
      if (!(await seed(ctx, customer))) return
    }
    await writeFile(getMarkPath(ctx, step), '')
  }
}

export const isStepDone = (ctx: Pick<Context, 'config'>, step: Step): boolean =>
  existsSync(getMarkPath(ctx, step))

const getMarkPath = ({ config }: Pick<Context, 'config'>, step: Step) => join(config.dataDir, `demo-${step}`)

/** A context whose time is another one, for what happened before the server was started. */
export const atTime = (ctx: Context, at: Date): Context => ({
  ...ctx,
  clock: { ...ctx.clock, now: () => at },
})

/** Returns the time that long before `now`. */
export const subtract = (now: Date, ago: Parameters<typeof milliseconds>[0]): Date =>
  new Date(now.getTime() - milliseconds(ago))
