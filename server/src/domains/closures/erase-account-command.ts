import type { Context } from '../../context.ts'
import type { Command, CommandAction, Domain } from '../../domain.ts'
import { parseCommandLine } from '../../platform/command-line.ts'
import { findCustomerToErase } from '../customers/index.ts'
import { findErasure } from '../retention/index.ts'
import { type Counts, countAccount, describeCounts, eraseAccount } from './erase-account.ts'

export const createEraseAccountCommand = (domains: readonly Domain[]): Command => ({
  name: 'erase-account',
  parse: args => readArguments(domains, args),
})

function readArguments(domains: readonly Domain[], args: readonly string[]): CommandAction | null {
  const parsed = parseCommandLine(args, { by: { type: 'string' }, 'dry-run': { type: 'boolean' } })
  const [emailOrId, ...rest] = parsed?.words ?? []
  const { by: operator, 'dry-run': isDryRun = false } = parsed?.values ?? {}
  const by = operator?.trim()
  if (!emailOrId || rest.length > 0 || !(by || isDryRun)) return null
  return async (ctx, print) => {
    const customer = await findCustomerToErase(ctx.db, emailOrId)
    if (!customer) return reportUnknownAccount(ctx, emailOrId, print)
    const accountId = customer.account_id
    const printLine = (domain: string, counts: Counts) => print(describeCounts(domain, counts))
    print(`Account ${accountId} of ${customer.brand_id}`)
    if (isDryRun) {
      for (const { domain, counts } of await countAccount(ctx, domains, accountId)) printLine(domain, counts)
      print('Nothing was erased.')
      return 0
    }
    await eraseAccount(ctx, domains, { accountId, by: by!, rule: 'customer-care' }, printLine)
    print(`Account ${accountId} is erased.`)
    return 0
  }
}

/**
 * Prints that the account is unknown. An erased account cannot be found by its email address, because none is stored.
 */
async function reportUnknownAccount(
  ctx: Context,
  emailOrId: string,
  print: (line: string) => unknown,
): Promise<number> {
  const erasure = await findErasure(ctx.db, emailOrId)
  print(
    erasure
      ? `Account ${emailOrId} was erased on ${erasure.at.toISOString().slice(0, 10)} by ${erasure.actor}.`
      : `No account is called ${emailOrId}: there was none, or it has been erased. Erased ones are known by their id only.`,
  )
  return 1
}
