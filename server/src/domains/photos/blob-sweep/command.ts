import { type Context, change } from '#server/context.ts'
import type { Command, CommandAction } from '#server/domain.ts'
import { parseCommandLine } from '#server/platform/command-line.ts'
import { removeOrphanBlobsJob } from '../job-kinds.ts'
import { type BlobSweep, findLatestSweep, setSweepState } from '../store/blob-sweeps.ts'
import { adoptBlobStore } from './blob-store-owner.ts'

/** A held sweep can be confirmed for this many days. */
const CONFIRMABLE_DAYS = 7

export const blobsCommand: Command = {
  name: 'blobs',
  acceptsForeignBlobs: true,
  parse(args) {
    const parsed = parseCommandLine(args, { by: { type: 'string' } })
    if (parsed?.words.length !== 1) return null
    const [verb] = parsed.words
    const by = parsed.values.by?.trim()
    if (verb === 'sweep' && by === undefined) return queueSweep
    if (verb === 'held' && by === undefined) return showHeld
    if (verb === 'confirm' && by) return createConfirmAction(by)
    if (verb === 'adopt' && by) return createAdoptAction(by)
    return null
  },
}

const queueSweep: CommandAction = async (ctx, print) => {
  await change(ctx, tx => ctx.jobs.send(tx, removeOrphanBlobsJob, [{}]))
  print('A sweep is queued; a worker will start it.')
  return 0
}

const showHeld: CommandAction = async (ctx, print) => {
  const heldSweep = await findHeldSweep(ctx)
  print(heldSweep ? describeHeld(heldSweep) : NO_HELD_SWEEP)
  return 0
}

const createConfirmAction =
  (by: string): CommandAction =>
  async (ctx, print) => {
    const confirmedSweep = await confirmHeldSweep(ctx, by)
    print(confirmedSweep ? `Confirmed: ${describeHeld(confirmedSweep)}` : NO_HELD_SWEEP)
    return confirmedSweep ? 0 : 1
  }

const createAdoptAction =
  (by: string): CommandAction =>
  async (ctx, print) => {
    const { previous, blobs, known } = await adoptBlobStore(ctx, by)
    print(`The label was ${previous ?? 'missing'}.`)
    print(`The database knows ${known} of the first ${blobs} blobs.`)
    print('The blob store belongs to this database now.')
    return 0
  }

const NO_HELD_SWEEP = 'No sweep awaits confirmation.'

const describeHeld = ({ sweep_id, started_at, due, blobs }: BlobSweep) =>
  `sweep ${sweep_id} of ${started_at.toISOString()}: ${due} of ${blobs} blobs would be removed`

/** Finds the sweep that awaits an operator's confirmation: the latest one, for a week. */
async function findHeldSweep(ctx: Pick<Context, 'db' | 'clock'>): Promise<BlobSweep | undefined> {
  const since = ctx.clock.now().getTime() - CONFIRMABLE_DAYS * 86_400_000
  const latestSweep = await findLatestSweep(ctx.db)
  return latestSweep?.state === 'held' && latestSweep.started_at.getTime() >= since ? latestSweep : undefined
}

/** Confirms the removals of the held sweep and queues it. Returns it; undefined when none is held. */
export async function confirmHeldSweep(ctx: Context, by: string): Promise<BlobSweep | undefined> {
  const heldSweep = await findHeldSweep(ctx)
  if (!heldSweep) return undefined
  const confirmation = { state: 'removing', confirmed_at: ctx.clock.now(), confirmed_by: by } as const
  return change(ctx, async tx => {
    if (!(await setSweepState(tx, heldSweep.sweep_id, 'held', confirmation))) return undefined
    await ctx.jobs.send(tx, removeOrphanBlobsJob, [{}])
    return heldSweep
  })
}
