import { type Context, change } from '../../context.ts'
import { recordSecurityEvent } from '../identity/index.ts'
import { type Credential, lockUses, type Uses, updateUses } from './store.ts'

/** Milliseconds within which a further use from the same network is not stored. */
const MIN_INTERVAL_MS = 60_000
/** Networks that are remembered for a password or key; the first use from another one is mailed. */
const NETWORKS_MAX = 20

/** Stores that a client signed in, and tells the owner of the first sign-in from a network. */
export async function recordUse(
  ctx: Context,
  { accountId, credential, uses }: { accountId: string; credential: Credential; uses: Uses },
  network: string | null,
): Promise<void> {
  if (isRecent(ctx, uses, network)) return
  await change(ctx, async tx => {
    const stored = await lockUses(tx, accountId, credential)
    // Ended since, or stored by another connection.
    if (!stored || isRecent(ctx, stored, network)) return
    const others = stored.networks.filter(each => each !== network)
    await updateUses(tx, accountId, credential, {
      last_used_at: ctx.clock.now(),
      last_used_from: network,
      networks: network === null ? others : [network, ...others].slice(0, NETWORKS_MAX),
    })
    if (network === null || stored.networks.includes(network)) return
    const detail: Record<string, string> = credential.kind === 'key' ? { name: credential.name } : {}
    await recordSecurityEvent(ctx, tx, {
      accountId,
      kind: 'sftp.new-network',
      by: { type: 'sftp', id: credential.kind === 'key' ? credential.keyId : null, network },
      detail,
    })
  })
}

const isRecent = ({ clock }: Context, { last_used_at, last_used_from }: Uses, network: string | null) =>
  last_used_at !== null &&
  last_used_from === network &&
  clock.now().getTime() - last_used_at.getTime() < MIN_INTERVAL_MS
