import type { DraftChange } from '#contract/selection-drafts.ts'
import type { Context } from '../../context.ts'
import { change } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { listPhotoFacts } from '../photos/index.ts'
import { findEventIndex, listEventCandidates } from './create-draft.ts'
import {
  type DraftBody,
  type DraftBodyEvent,
  type DraftChoice,
  listChosenIds,
  sortChoices,
} from './draft-body.ts'
import { loadCandidates, readTakenAt } from './load-candidates.ts'
import { chooseInEvent } from './selection/choose-in-event.ts'
import { createOrientation, selectCandidates } from './selection/suggest-selection.ts'
import { type DraftRow, lockDraft, updateDraft } from './store.ts'

/** Earlier versions that are kept, and photos that all of them together have at most. */
const HISTORY_VERSIONS = 50
const HISTORY_PHOTOS = 5000

/**
 * Makes one change of a draft (NX-234) and keeps the version before it. 409 when the draft has another version; 404 for a photo
 * that is not in the draft, or not in the caller's library.
 */
export async function changeDraft(
  ctx: Context,
  accountId: string,
  draftId: string,
  { version, ...changes }: DraftChange,
): Promise<DraftRow> {
  return change(ctx, async tx => {
    const row = await lockDraft(tx, accountId, draftId)
    if (!row) throw notFound('Draft')
    if (row.version !== version) throw new Failure('conflict', 'The draft has another version')
    const body = await applyChange({ ...ctx, db: tx.db }, row, changes)
    const history = limitHistory([...row.history, { version: row.version, body: row.body }])
    const changed = { ...row, version: version + 1, body, history, updated_at: ctx.clock.now() }
    await updateDraft(tx, changed)
    return changed
  })
}

type Changes = Omit<DraftChange, 'version'>

async function applyChange(ctx: Context, row: DraftRow, changes: Changes): Promise<DraftBody> {
  const { swap, event, add, remove, restore } = changes
  if (swap) return swapPhoto(ctx, row, swap)
  if (event) return resizeEvent(ctx, row, event)
  if (add) return addPhoto(ctx, row, add)
  if (remove) return removePhoto(row.body, remove)
  const restored = row.history.find(each => each.version === restore)
  if (!restored) throw notFound('Version')
  return restored.body
}

async function swapPhoto(
  ctx: Context,
  row: DraftRow,
  { out, in: newId }: { out: string; in: string },
): Promise<DraftBody> {
  const newTakenAt = await findTakenAt(ctx, row, newId)
  return updateEventOf(row.body, out, event => {
    const old = event.choices.find(({ photoId }) => photoId === out)!
    const alternatives = [out, ...old.alternatives.filter(id => id !== newId)].slice(0, 4)
    const choice = createOwnChoice(newId, newTakenAt, alternatives)
    return { ...event, choices: event.choices.map(each => (each === old ? choice : each)) }
  })
}

async function addPhoto(ctx: Context, { body, ...row }: DraftRow, photoId: string): Promise<DraftBody> {
  const takenAt = await findTakenAt(ctx, { ...row, body }, photoId)
  const events = body.events.length > 0 ? body.events : [createEvent(takenAt)]
  const index = findEventIndex(events, takenAt)
  return {
    removed: body.removed.filter(id => id !== photoId),
    events: events.map((event, place) =>
      place === index
        ? { ...event, choices: sortChoices([...event.choices, createOwnChoice(photoId, takenAt, [])]) }
        : event,
    ),
  }
}

/** Leaves a photo out; the best alternative that is not chosen takes its place. */
function removePhoto(body: DraftBody, photoId: string): DraftBody {
  const excluded = new Set([...body.removed, ...listChosenIds(body)])
  const next = updateEventOf(body, photoId, event => {
    const old = event.choices.find(each => each.photoId === photoId)!
    const replacement = old.alternatives.find(id => !excluded.has(id))
    const others = event.choices.filter(each => each !== old)
    if (!replacement) return { ...event, choices: others }
    const choice: DraftChoice = {
      photoId: replacement,
      takenAt: old.takenAt,
      reason: { kind: 'best', of: old.alternatives.length + 1 },
      alternatives: old.alternatives.filter(id => id !== replacement),
    }
    return { ...event, choices: sortChoices([...others, choice]) }
  })
  return { ...next, removed: [...body.removed, photoId] }
}

/** Chooses so many photos of one event; what the customer chose in it stays. */
async function resizeEvent(
  ctx: Context,
  row: DraftRow,
  { index, count }: { index: number; count: number },
): Promise<DraftBody> {
  const event = row.body.events[index]
  if (!event) throw notFound('Event')
  const own = event.choices.filter(({ reason }) => reason.kind === 'customer').slice(0, count)
  const loaded = await loadCandidates(ctx, row.account_id, row.source)
  const excluded = new Set([...row.body.removed, ...own.map(({ photoId }) => photoId)])
  const { candidates } = selectCandidates(loaded.candidates, row.leave_out)
  const available = listEventCandidates(candidates, event).filter(({ photoId }) => !excluded.has(photoId))
  const sorted = available.toSorted(
    (a, b) => (a.takenAt ?? 0) - (b.takenAt ?? 0) || (a.photoId < b.photoId ? -1 : 1),
  )
  const times = new Map(sorted.map(({ photoId, takenAt }) => [photoId, takenAt ?? null]))
  const seats = count - own.length
  const choices = seats > 0 ? chooseInEvent(sorted, seats, createOrientation(candidates), row.seed) : []
  const resized: DraftBodyEvent = {
    ...event,
    choices: sortChoices([
      ...own,
      ...choices.map(choice => ({ ...choice, takenAt: times.get(choice.photoId) ?? null })),
    ]),
  }
  return { ...row.body, events: row.body.events.with(index, resized) }
}

function updateEventOf(
  body: DraftBody,
  photoId: string,
  update: (event: DraftBodyEvent) => DraftBodyEvent,
): DraftBody {
  const index = body.events.findIndex(({ choices }) => choices.some(each => each.photoId === photoId))
  if (index < 0) throw notFound('Photo')
  return { ...body, events: body.events.with(index, update(body.events[index]!)) }
}

/** Finds the time of a photo of the library that is not chosen yet. */
async function findTakenAt(ctx: Context, row: DraftRow, photoId: string): Promise<number | null> {
  const [facts] = await listPhotoFacts(ctx.db, row.account_id, [photoId])
  if (!facts) throw notFound('Photo')
  if (listChosenIds(row.body).includes(photoId)) throw new Failure('conflict', 'The photo is chosen already')
  return readTakenAt(facts) ?? null
}

const createOwnChoice = (photoId: string, takenAt: number | null, alternatives: string[]): DraftChoice => ({
  photoId,
  takenAt,
  reason: { kind: 'customer' },
  alternatives,
})

const createEvent = (takenAt: number | null): DraftBodyEvent => ({
  first: takenAt,
  last: takenAt,
  photos: 1,
  choices: [],
})

function limitHistory(history: DraftRow['history']): DraftRow['history'] {
  const kept = history.slice(-HISTORY_VERSIONS)
  let photos = 0
  const first = kept.findLastIndex(({ body }) => {
    photos += listChosenIds(body).length
    return photos > HISTORY_PHOTOS
  })
  return kept.slice(first + 1)
}
