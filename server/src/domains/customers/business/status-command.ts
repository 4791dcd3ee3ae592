import { DECIDED_STATUSES } from '#contract/retailer-customers.ts'
import { change } from '#server/context.ts'
import type { Command } from '#server/domain.ts'
import { AmbiguousAddressError, findCustomerByEmailOrId } from '../customer-lookup.ts'
import { lockCustomer } from '../store/customers.ts'
import { changeStatus } from './status.ts'

/** Activates or blocks a business customer, who gets a mail. */
export const businessStatusCommand: Command = {
  name: 'business-status',
  parse(args) {
    const [name, requestedStatus, ...rest] = args
    const status = DECIDED_STATUSES.find(each => each === requestedStatus)
    if (!name || !status || rest.length > 0) return null
    return async (ctx, print) => {
      try {
        const matchingCustomer = await findCustomerByEmailOrId(ctx.db, name)
        if (!matchingCustomer?.business) {
          print(`No business customer is called ${name}.`)
          return 1
        }
        await change(ctx, async tx => {
          const customer = await lockCustomer(tx, matchingCustomer.account_id)
          if (customer && !customer.deleted_at) await changeStatus(ctx, tx, customer, status)
        })
        print(`The account ${matchingCustomer.account_id} is ${status}.`)
        return 0
      } catch (error) {
        if (!(error instanceof AmbiguousAddressError)) throw error
        print(error.message)
        return 1
      }
    }
  },
}
