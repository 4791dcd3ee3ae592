import { getEnvironmentByHost } from '#brands/index.ts'
import type { CallbackProblem } from '#contract/callbacks.ts'
import type { Context } from '../../../context.ts'
import { OutboundError } from '../../../platform/outbound/outbound-error.ts'
import { getBrandById, getBrandOrigin } from '../../brands/index.ts'
import { type Customer, findCustomersById } from '../../customers/index.ts'
import { decryptSecret } from '../signing-secrets.ts'
import { type CallbacksRow, findCallbacks } from '../store/callbacks.ts'
import { listSecrets, type SigningSecret } from '../store/secrets.ts'

/** Where the events of an endpoint are sent, and the secrets that sign them: none when all are undecryptable, or before it starts. */
export interface Target {
  address: string
  format: 'JSON' | 'XML'
  allowHttp: boolean
  secrets: readonly string[]
}

/** Finds the targets of these endpoints, by endpoint. Those of closed accounts and disabled ones are missing. */
export async function findTargets(
  ctx: Context,
  endpointIds: readonly string[],
): Promise<ReadonlyMap<string, Target>> {
  if (endpointIds.length === 0) return new Map()
  const callbacks = await findCallbacks(ctx.db, endpointIds)
  const customers = await findCustomersById(ctx.db, [...new Set(callbacks.map(row => row.account_id))])
  const secrets = Map.groupBy(
    await listSecrets(ctx.db, endpointIds, ctx.clock.now()),
    ({ endpoint_id }) => endpoint_id,
  )
  const targets = new Map<string, Target>()
  for (const row of callbacks) {
    const customer = customers.get(row.account_id)
    const called = customer && findAddress(row, customer)
    if (row.state !== 'on' || !called) continue
    targets.set(row.endpoint_id, {
      ...called,
      allowHttp: allowsHttp(ctx, customer),
      // The address may have changed since the delivery was claimed.
      secrets: hasStarted(ctx, row) ? await decryptSecrets(ctx, secrets.get(row.endpoint_id) ?? []) : [],
    })
  }
  return targets
}

/** Whether the endpoint gets events: its address was saved on a known device, or a day ago. */
export const hasStarted = ({ clock }: Context, { starts_at }: CallbacksRow): boolean =>
  starts_at === null || starts_at <= clock.now()

/** Returns where an endpoint is called; undefined where the customer's record has no address any more. */
export function findAddress(
  { endpoint_id, account_id, url, format }: CallbacksRow,
  customer: Pick<Customer, 'callback_url' | 'callback_format'>,
): Pick<Target, 'address' | 'format'> | undefined {
  const [address, itsFormat] =
    endpoint_id === account_id ? [customer.callback_url, customer.callback_format] : [url, format]
  return address === null ? undefined : { address, format: itsFormat ?? 'JSON' }
}

/** Returns whether callbacks may be sent to http addresses; in production they are sent to https addresses only. */
function allowsHttp({ config }: Context, { brand_id }: Pick<Customer, 'brand_id'>): boolean {
  const { host } = new URL(getBrandOrigin(config, getBrandById(brand_id)))
  return getEnvironmentByHost(host) !== 'production'
}

/** Returns the reason why the address can never be called, as far as its text shows; null if it may be callable. */
export function findAddressProblem(
  ctx: Context,
  customer: Pick<Customer, 'brand_id'>,
  address: string,
): CallbackProblem | null {
  try {
    ctx.outbound.check({ url: address, allowHttp: allowsHttp(ctx, customer) })
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
