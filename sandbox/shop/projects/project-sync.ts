import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { deleteRetailerProject, putProject } from '#contract/retailer-projects.ts'
import { putUpload } from '#contract/retailer-stored-pictures.ts'
import { createRetailerTempSelection } from '#contract/temp-selections.ts'
import { type RepeatedSends, startRepeatedSends } from '../keepsake-calls/repeated-sends.ts'
import { type KeepsakeClient, KeepsakeError, PERMANENT_FAILURES } from '../keepsake-client.ts'
import { fetchSelection, findVariantAddress } from '../selections.ts'
import { getCover, type Project, type Projects } from './project.ts'

/**
 * Sends previews of projects, projects, and their deletion to Keepsake until they are acknowledged, at least once.
 * Versions that Keepsake refuses permanently are logged as an error and not sent again before the next start; newer
 * versions are.
 */
export function startProjectSync({
  projects,
  keepsake,
  log,
  now,
  retryMs,
}: {
  projects: Projects
  keepsake: KeepsakeClient
  log: Logger
  now: () => Date
  retryMs: (tries: number) => number
}): RepeatedSends {
  /** Refused versions since the start. */
  const refusedKeys = new Set<string>()
  const toKey = ({ id, state }: Project, part: Part) => `${part} ${id} ${state.version}`
  const isDue = (stored: Project, part: Part) =>
    isPending(stored, part) && !refusedKeys.has(toKey(stored, part))

  /** False when it must be retried later. */
  const sendPart = async (id: string, part: Part): Promise<boolean> => {
    for (;;) {
      const stored = await projects.find(id)
      if (!stored || !isDue(stored, part)) return true
      try {
        await SENDERS[part]({ projects, keepsake, now }, stored)
        log.info({ project: id, part, version: stored.state.version }, 'project acknowledged')
      } catch (err) {
        if (!(err instanceof KeepsakeError)) throw err
        if (!PERMANENT_FAILURES.has(err.status)) {
          log.warn({ project: id, part, status: err.status }, 'project not acknowledged yet')
          return false
        }
        refusedKeys.add(toKey(stored, part))
        log.error({ err, project: id, part }, 'project refused: needs manual action')
      }
    }
  }
  const sendPending = async (id: string) => {
    let isComplete = true
    // A project whose preview must wait is sent without it.
    for (const part of PARTS) isComplete = (await sendPart(id, part)) && isComplete
    return isComplete
  }

  const sends = startRepeatedSends(sendPending, { retryMs, log })
  projects.onStored(stored => {
    if (PARTS.some(part => isDue(stored, part))) void sends.send(stored.id)
  })
  return sends
}

/** The parts of a project. The preview is sent first, so that a page that learns of the project can show it. */
const PARTS = ['preview', 'project', 'deletion'] as const
type Part = (typeof PARTS)[number]

function isPending({ state, sync, deletedAt }: Project, part: Part): boolean {
  if (part === 'deletion') return deletedAt !== undefined
  if (deletedAt !== undefined) return false
  return part === 'preview' ? state.previewId !== sync.previewId : state.version > sync.acknowledgedVersion
}

interface Sender {
  projects: Projects
  keepsake: KeepsakeClient
  now: () => Date
}

const SENDERS: Record<Part, (sender: Sender, project: Project) => Promise<void>> = {
  async preview({ projects, keepsake, now }, stored) {
    await sendPreview(keepsake, stored, now())
    const { previewId } = stored.state
    await projects.change(stored.id, before => ({ ...before, sync: { ...before.sync, previewId } }))
  },
  async project({ projects, keepsake }, { id, state }) {
    await keepsake.call(putProject, { params: { id }, body: state })
    await projects.change(id, before => ({
      ...before,
      sync: { ...before.sync, acknowledgedVersion: state.version },
    }))
  },
  // The id is never used again: nothing of the project remains.
  async deletion({ projects, keepsake }, { id }) {
    await keepsake.call(deleteRetailerProject, { params: { id } })
    await projects.remove(id)
  },
}

/** A photo without variants after this time gets no preview. */
const WAIT_MS = 86_400_000

/**
 * Sends the picture of a project: its first photo. Resolves without it when the photo is no longer in the library.
 * Throws KeepsakeError when it may exist later.
 */
async function sendPreview(keepsake: KeepsakeClient, project: Project, now: Date): Promise<void> {
  const { accountId, previewId, updatedAt } = project.state
  const image = await findImage(keepsake, accountId, getCover(project).id)
  if (!image || previewId === undefined) return
  const address = findVariantAddress(image)
  if (address === undefined) {
    if (now.getTime() - Date.parse(updatedAt) > WAIT_MS) return
    throw new KeepsakeError(0, 'The photo has no variants yet')
  }
  try {
    const picture = new Uint8Array(await keepsake.fetchPicture(address))
    await keepsake.call(
      putUpload,
      { params: { id: previewId }, query: { accountId } },
      new Blob([picture], { type: 'image/jpeg' }),
    )
  } catch (error) {
    // An earlier attempt stored another variant of it, and its answer was lost.
    if (!(error instanceof KeepsakeError) || error.status !== 409) throw error
  }
}

async function findImage(keepsake: KeepsakeClient, accountId: string, photoId: string) {
  try {
    const body = { requestId: randomUUID(), accountId, photoIds: [photoId] }
    const { tempSelectionId } = await keepsake.call(createRetailerTempSelection, { body })
    return (await fetchSelection(keepsake, tempSelectionId, 0, 1))?.images[0]
  } catch (error) {
    if (error instanceof KeepsakeError && error.status === 404) return undefined
    throw error
  }
}
