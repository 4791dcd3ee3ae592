import type { Context, Tx } from '#server/context.ts'
import { record, type Values } from '../journal/index.ts'
import { checkoutDetailsChanged } from './events.ts'
import type { Customer } from './store/customers.ts'
import type { CustomerChanges } from './store/details.ts'

/** The columns of a customer's details, by the kind of entry that a change of them is. */
const DETAILS = {
  'profile.changed': {
    subject: 'profile',
    columns: [
      'salutation',
      'first_name',
      'last_name',
      'date_of_birth',
      'phone_number',
      'locale',
      'shares_positions',
    ],
  },
  'payment-method.changed': { subject: 'payment-method', columns: ['payment_method'] },
} as const satisfies Record<string, { subject: string; columns: readonly (keyof CustomerChanges)[] }>

export const DETAILS_KINDS = Object.keys(DETAILS) as (keyof typeof DETAILS)[]

/** Records which details a change has replaced. */
export async function recordDetails(ctx: Context, tx: Tx, before: Customer, after: Customer): Promise<void> {
  for (const kind of DETAILS_KINDS) {
    const { subject, columns } = DETAILS[kind]
    const changed = columns.filter(column => before[column] !== after[column])
    if (changed.length === 0) continue
    const accountId = before.account_id
    const entryId = await record(ctx, tx, { accountId, kind, subject, before: pickColumns(before, changed) })
    if (kind === 'payment-method.changed')
      await ctx.events.emit(tx, checkoutDetailsChanged, { accountId, entryId })
  }
}

/** Returns columns of a row. */
export const pickColumns = (values: object, names: readonly string[]): Values =>
  Object.fromEntries(names.map(name => [name, values[name as never] ?? null]))
