import { type Context, change } from '../../context.ts'
import type { AccountEraser, Domain, Erasure } from '../../domain.ts'
import { markCustomerErasing } from '../customers/index.ts'

export type Counts = Record<string, number>

/** Counts each domain's rows of the account, in the order of the erasure. */
export async function countAccount(
  ctx: Context,
  domains: readonly Domain[],
  accountId: string,
): Promise<{ domain: string; counts: Counts }[]> {
  const { data, records } = listErasers(domains)
  const countsByDomain: { domain: string; counts: Counts }[] = []
  for (const { name, eraser } of [...data, ...records])
    countsByDomain.push({ domain: name, counts: await eraser.count(ctx, accountId) })
  return countsByDomain
}

/**
 * Erases an account, closed before or not: the first step disables sign-in and all writes for the
 * account, then each domain erases its data, the highest first; the rows by which an interrupted erasure is found are
 * last. Idempotent: call it again after an interruption.
 */
export async function eraseAccount(
  ctx: Context,
  domains: readonly Domain[],
  erasure: Erasure,
  onDomain: (domain: string, counts: Counts) => unknown = () => undefined,
): Promise<void> {
  const { accountId, by } = erasure
  await change(ctx, tx => markCustomerErasing(tx, accountId, ctx.clock.now()))
  ctx.log.info({ accountId, by }, 'account is being erased')
  const { data, records } = listErasers(domains)
  const step = async ({ name, eraser }: NamedEraser) => {
    const counts = await eraser.count(ctx, accountId)
    await eraser.erase(ctx, erasure)
    onDomain(name, counts)
  }
  for (const eraser of data) await step(eraser)
  for (const { name, eraser } of data) {
    const remaining = await eraser.count(ctx, accountId)
    if (Object.values(remaining).some(count => count > 0))
      throw new Error(
        `Jobs that were still running left data behind; run the command again. ${describeCounts(name, remaining)}`,
      )
  }
  for (const eraser of records) await step(eraser)
  ctx.log.info({ accountId, by }, 'account erased')
}

/** Formats a domain's counts as one line of text. */
export function describeCounts(domain: string, counts: Counts): string {
  const nonZeroCounts = Object.entries(counts).filter(([, count]) => count > 0)
  return `  ${domain}: ${nonZeroCounts.map(([what, count]) => `${what} ${count}`).join(', ') || 'nothing'}`
}

interface NamedEraser {
  name: string
  eraser: AccountEraser
}

/**
 * Lists the erasers of data from the highest domain to the lowest; then the records of the erasure, from the lowest to
 * the highest.
 */
function listErasers(domains: readonly Domain[]): { data: NamedEraser[]; records: NamedEraser[] } {
  const erasers = domains.flatMap(({ name, eraseAccount: eraser }) => (eraser ? [{ name, eraser }] : []))
  return {
    data: erasers.filter(({ eraser }) => !eraser.isRecord).toReversed(),
    records: erasers.filter(({ eraser }) => eraser.isRecord),
  }
}
