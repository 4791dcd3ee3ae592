import { domains } from './app.ts'
import { type Context, change } from './context.ts'
import type { Command, CommandAction } from './domain.ts'
import { findCustomerToErase, markCustomerDeleted } from './domains/customers/index.ts'
import { findErasure } from './domains/retention/index.ts'
import { parseCommandLine } from './platform/command-line.ts'

export const eraseAccountCommand: Command = {
  name: 'erase-account',
  usage: `keepsake erase-account EMAIL|ID --by NAME       erases a customer's account and everything in it, for good
keepsake erase-account EMAIL|ID --dry-run       what would be erased`,
  parse: readArguments,
}

function readArguments(args: readonly string[]): CommandAction | null {
  const parsed = parseCommandLine(args, { by: { type: 'string' }, 'dry-run': { type: 'boolean' } })
  const [name, ...rest] = parsed?.words ?? []
  const { by: operator, 'dry-run': isDryRun = false } = parsed?.values ?? {}
  const by = operator?.trim()
  if (!name || rest.length > 0 || !(by || isDryRun)) return null
  return async (ctx, print) => {
    const customer = await findCustomerToErase(ctx.db, name)
    if (!customer) return unknown(ctx, name, print)
    const accountId = customer.account_id
    print(`Account ${accountId} of ${customer.brand_id}`)
    if (isDryRun) {
      for (const { domain, counts } of await countAccount(ctx, accountId)) print(line(domain, counts))
      print('Nothing was erased.')
      return 0
    }
    await eraseAccount(ctx, { accountId, by: by! }, (domain, counts) => print(line(domain, counts)))
    print(`Account ${accountId} is erased.`)
    return 0
  }
}

/** An erased account cannot be found by its email address, because none is stored. */
async function unknown(ctx: Context, name: string, print: (line: string) => unknown): Promise<number> {
  const erased = await findErasure(ctx.db, name)
  print(
    erased
      ? `Account ${name} was erased on ${erased.at.toISOString().slice(0, 10)} by ${erased.actor}.`
      : `No account is called ${name}: there was none, or it has been erased. Erased ones are known by their id only.`,
  )
  return 1
}

type Counts = Record<string, number>

/** What every domain has of the account, from the highest to the lowest. */
async function countAccount(ctx: Context, accountId: string): Promise<{ domain: string; counts: Counts }[]> {
  const counted: { domain: string; counts: Counts }[] = []
  for (const { name, eraser } of erasers())
    counted.push({ domain: name, counts: await eraser.count(ctx, accountId) })
  return counted
}

/**
 * Erases an account: the first step disables sign-in, then each domain erases its data, the highest first. Idempotent:
 * call it again after an interruption.
 */
export async function eraseAccount(
  ctx: Context,
  { accountId, by }: { accountId: string; by: string },
  onDomain: (domain: string, counts: Counts) => unknown = () => undefined,
): Promise<void> {
  await change(ctx, tx => markCustomerDeleted(tx, accountId, ctx.clock.now()))
  ctx.log.info({ accountId, by }, 'account is being erased')
  const order = erasers()
  // The lowest domain has the row by which an interrupted erasure is found again, so it is erased last.
  const lowest = order.pop()!
  const step = async ({ name, eraser }: (typeof order)[number]) => {
    const counts = await eraser.count(ctx, accountId)
    await eraser.erase(ctx, { accountId, by })
    onDomain(name, counts)
  }
  for (const each of order) await step(each)
  for (const { name, eraser } of order) {
    const left = await eraser.count(ctx, accountId)
    if (Object.values(left).some(count => count > 0))
      throw new Error(
        `Jobs that were still running left data behind; run the command again. ${line(name, left)}`,
      )
  }
  await step(lowest)
  ctx.log.info({ accountId, by }, 'account erased')
}

/** From the highest domain to the lowest. */
const erasers = () =>
  domains.toReversed().flatMap(({ name, eraseAccount: eraser }) => (eraser ? [{ name, eraser }] : []))

function line(domain: string, counts: Counts): string {
  const found = Object.entries(counts).filter(([, count]) => count > 0)
  return `  ${domain}: ${found.map(([what, count]) => `${what} ${count}`).join(', ') || 'nothing'}`
}
