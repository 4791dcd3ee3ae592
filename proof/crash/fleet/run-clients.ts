import { setTimeout as wait } from 'node:timers/promises'
import { withContext } from '#server/serve.ts'
import { unansweredRequests } from '../lost-connection.ts'
import { CLIENTS, Clients } from './clients.ts'
import { verifyFleet, waitForExports } from './verify.ts'

/**
 * Runs 20 clients against a fleet while it is upgraded or has faults, then verifies everything that was acknowledged.
 * Needs the environment of its processes, and a token of `keepsake service-token` in SERVICE_TOKEN; the fleet must have no other customers, since blobs are swept at the end.
 * Returns the exit code.
 */
export async function runClients(origin: string, seconds: number, seed: number): Promise<number> {
  const serviceToken = process.env.SERVICE_TOKEN
  if (!process.env.DATABASE_URL || !serviceToken || !(seconds >= 1))
    throw new Error('Set the environment of the processes, and SERVICE_TOKEN')
  const violations: string[] = []
  return withContext({ ...process.env, LOG_LEVEL: 'error' }, async ctx => {
    const clients = new Clients({ ctx, origin, serviceToken, receiver: null, seed, violations })
    console.log(`  ${CLIENTS} clients at ${origin} for ${seconds} s, seed ${seed}`)
    const working = clients.run()
    await wait(seconds * 1000)
    clients.finish()
    await working
    const unanswered = [...unansweredRequests]
    const { customers, changes } = clients
    await waitForExports(customers, violations)
    const verified = await verifyFleet(ctx, origin, customers, violations)
    console.log(`  acknowledged       ${changes} changes of ${customers.length} customers: ${clients.sum(each => each.changes.upload)} uploads, ${clients.sum(each => each.changes.delete)} deletions, ${clients.sum(each => each.changes.album)} of albums, ${clients.sum(each => each.changes.order)} versions of orders, ${clients.sum(each => each.changes.export)} exports
  verified           ${clients.sum(each => each.uploader.acknowledged.length)} files, ${verified.albumPhotos} photos of albums, ${verified.exportedFiles} files of exports; variants complete after ${(verified.waitedMs / 1000).toFixed(0)} s; ${verified.orphans} orphans swept
  not answered       ${unanswered.length} requests${unanswered.length ? `, ${formatTime(unanswered[0]!)} to ${formatTime(unanswered.at(-1)!)}: ${formatReasons(unanswered)}` : ''}
  violations         ${violations.length}`)
    for (const violation of new Set(violations)) console.error(`✗ ${violation}`)
    return violations.length ? 1 : 0
  })
}

const formatTime = ({ at }: { at: number }) => new Date(at).toISOString().slice(11, 23)

const formatReasons = (requests: typeof unansweredRequests) =>
  [...Map.groupBy(requests, ({ reason }) => reason.slice(0, 80))]
    .map(([why, list]) => `${list.length} ${why} (${formatTime(list[0]!)} to ${formatTime(list.at(-1)!)})`)
    .join('; ')
