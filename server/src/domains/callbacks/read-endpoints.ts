import { millisecondsInDay } from 'date-fns/constants'
import type { CallbackEndpoint } from '#contract/callbacks.ts'
import { type Context, change } from '../../context.ts'
import { requireFound } from '../../http/failure.ts'
import { findActiveCustomer } from '../customers/index.ts'
import { findAddress, findAddressProblem, hasStarted } from './delivery/target.ts'
import { lockEndpoints } from './endpoint.ts'
import { presentEndpointId } from './endpoint-id.ts'
import { presentSecret } from './signing-secrets.ts'
import { countDeliveries, hasFailedSince } from './store/deliveries.ts'
import { listSecrets } from './store/secrets.ts'

/** Reads the endpoints of the account, that of the record first; throws not-found for a closed account. */
export async function readEndpoints(ctx: Context, accountId: string): Promise<CallbackEndpoint[]> {
  const customer = requireFound(await findActiveCustomer(ctx.db, accountId), 'Customer')
  const yesterday = new Date(ctx.clock.now().getTime() - millisecondsInDay)
  return change(ctx, async tx => {
    const rows = await lockEndpoints(ctx, tx, customer)
    const ids = rows.map(row => row.endpoint_id)
    const secrets = await listSecrets(tx.db, ids, ctx.clock.now())
    const counts = await countDeliveries(tx.db, accountId)
    const endpoints: CallbackEndpoint[] = []
    for (const row of rows) {
      const { address, format } = findAddress(row, customer)!
      const count = counts.find(each => each.endpoint_id === row.endpoint_id)
      endpoints.push({
        id: presentEndpointId(row),
        name: row.name,
        url: address,
        format,
        state: row.state,
        offReason: row.off_reason,
        offAt: row.off_at?.toISOString() ?? null,
        offBy: row.off_device,
        startsAt: hasStarted(ctx, row) ? null : row.starts_at!.toISOString(),
        problem: findAddressProblem(ctx, customer, address),
        version: row.version,
        events: row.events,
        hasRecentFailures: await hasFailedSince(tx.db, row, yesterday),
        waiting: count?.waiting ?? 0,
        missed: count?.missed ?? 0,
        secrets: secrets
          .filter(secret => secret.endpoint_id === row.endpoint_id)
          .map(secret => ({ ...presentSecret(secret), shown: secret.shown })),
      })
    }
    return endpoints
  })
}
