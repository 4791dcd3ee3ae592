import { millisecondsInMinute } from 'date-fns/constants'
import type { Context, Tx } from '#server/context.ts'
import { recordSecurityEvent } from '../../identity/index.ts'
import { type ApiKeyRow, updateKey } from '../store/keys.ts'
import type { KeyCall } from './key-call.ts'

/** Networks of a key that are remembered; a system in a cloud may have many. */
const USED_NETWORKS_MAX = 100
/** A key that has been used from more networks has no usual one: its owner gets no further mails. */
const MAILED_NETWORKS_MAX = 20

/**
 * Stores when and from where the key was last used, at most once a minute and for each new network. The first network is
 * that of its owner's system; each later one is a security event (NX-344).
 */
export async function recordUse(
  ctx: Context,
  tx: Tx,
  row: ApiKeyRow,
  calls: readonly KeyCall[],
): Promise<void> {
  const uses = calls.filter(({ isAccepted }) => isAccepted)
  const lastUse = uses.at(-1)
  if (!lastUse) return
  const usedNetworks = [...row.used_networks]
  for (const { network, calledAt } of uses) {
    if (network === null || usedNetworks.includes(network)) continue
    const isFirst = usedNetworks.length === 0
    usedNetworks.push(network)
    if (!isFirst && usedNetworks.length <= MAILED_NETWORKS_MAX)
      await recordSecurityEvent(ctx, tx, {
        accountId: row.account_id,
        kind: 'api-key.new-network',
        at: calledAt,
        network,
        detail: { keyId: row.key_id, name: row.name, hint: row.hint },
      })
  }
  const isKnownNetwork = usedNetworks.length === row.used_networks.length
  const sinceLastUse = lastUse.calledAt.getTime() - (row.last_used_at?.getTime() ?? Number.NEGATIVE_INFINITY)
  if (isKnownNetwork && sinceLastUse < millisecondsInMinute) return
  await updateKey(tx, row.account_id, row.key_id, {
    last_used_at: lastUse.calledAt,
    last_used_from: lastUse.network,
    used_networks: JSON.stringify(usedNetworks.slice(-USED_NETWORKS_MAX)),
  })
}
