import { getEnvironmentByHost } from '#brands/index.ts'
import type { CallbackProblem } from '#contract/callbacks.ts'
import type { Context } from '../../../context.ts'
import { OutboundError } from '../../../platform/outbound/outbound-error.ts'
import { getBrandById, getBrandOrigin } from '../../brands/index.ts'
import { type Customer, findCustomersById } from '../../customers/index.ts'
import { decryptSecret } from '../signing-secrets.ts'
import { findCallbacksOfAccounts } from '../store/callbacks.ts'
import { listSecrets, type SigningSecret } from '../store/secrets.ts'

/** Where the events of an account are sent, and the secrets that sign them; none when all of them are undecryptable. */
export interface Target {
  address: string
  format: 'JSON' | 'XML'
  allowHttp: boolean
  secrets: readonly string[]
}

/** Finds the targets of these accounts, by account. Closed accounts and disabled endpoints are missing. */
export async function findTargets(
  ctx: Context,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Target>> {
  if (accountIds.length === 0) return new Map()
  const customers = await findCustomersById(ctx.db, accountIds)
  const callbacks = await findCallbacksOfAccounts(ctx.db, accountIds)
  const secrets = Map.groupBy(
    await listSecrets(ctx.db, accountIds, ctx.clock.now()),
    ({ account_id }) => account_id,
  )
  const targets = new Map<string, Target>()
  for (const row of callbacks) {
    const customer = customers.get(row.account_id)
    if (row.state !== 'on' || !customer?.callback_url) continue
    targets.set(row.account_id, {
      address: customer.callback_url,
      format: customer.callback_format ?? 'JSON',
      allowHttp: allowsHttp(ctx, customer),
      secrets: await decryptSecrets(ctx, secrets.get(row.account_id) ?? []),
    })
  }
  return targets
}

/** Returns whether callbacks may be sent to http addresses; in production they are sent to https addresses only. */
function allowsHttp({ config }: Context, { brand_id }: Pick<Customer, 'brand_id'>): boolean {
  const { host } = new URL(getBrandOrigin(config, getBrandById(brand_id)))
  return getEnvironmentByHost(host) !== 'production'
}

/** Returns the reason why the customer's address can never be called, as far as its text shows; null if it may be callable. */
export function findAddressProblem(ctx: Context, customer: Customer): CallbackProblem | null {
  try {
    ctx.outbound.check({ url: customer.callback_url ?? '', allowHttp: allowsHttp(ctx, customer) })
    return null
  } catch (error) {
    if (error instanceof OutboundError) return error.problem
    throw error
  }
}

async function decryptSecrets(ctx: Context, rows: readonly SigningSecret[]): Promise<string[]> {
  const secrets = await Promise.all(
    rows.map(({ account_id, encrypted }) => decryptSecret(ctx, account_id, encrypted)),
  )
  return secrets.filter(secret => secret !== null)
}
