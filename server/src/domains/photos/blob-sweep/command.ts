import { change } from '#server/context.ts'
import type { Command, CommandAction } from '#server/domain.ts'
import { parseCommandLine } from '#server/platform/command-line.ts'
import { removeOrphanBlobsJob } from '../job-kinds.ts'
import type { BlobSweep } from '../store/blob-sweeps.ts'
import { adoptBlobStore } from './blob-store-owner.ts'
import { confirmHeldSweep, findHeldSweep } from './confirmation.ts'

export const blobsCommand: Command = {
  name: 'blobs',
  acceptsForeignBlobs: true,
  parse: readArguments,
}

/** Parses the arguments after 'blobs'; null when they are not valid. */
function readArguments(args: readonly string[]): CommandAction | null {
  const parsed = parseCommandLine(args, { by: { type: 'string' } })
  if (parsed?.words.length !== 1) return null
  const [verb] = parsed.words
  const by = parsed.values.by?.trim()
  if (verb === 'sweep' && by === undefined) return queueSweep
  if (verb === 'held' && by === undefined) return showHeld
  if (verb === 'confirm' && by) return createConfirmAction(by)
  if (verb === 'adopt' && by) return createAdoptAction(by)
  return null
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
