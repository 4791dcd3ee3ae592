import type { ChoiceReason, DraftChange } from '#contract/selection-drafts.ts'
import { type Context, change, type Reader } from '../../context.ts'
import { Failure, notFound, requireFound } from '../../http/failure.ts'
import { updateRows } from '../../platform/db/rows.ts'
import { listPhotoFacts } from '../photos/index.ts'
import { countSuggestion } from './attempts.ts'
import { findEventIndex, listEventCandidates } from './create-draft.ts'
import {
  addTimes,
  createEvent,
  type DraftBody,
  type DraftBodyEvent,
  type DraftChoice,
  listChosenIds,
  sortByTime,
} from './draft-body.ts'
import { loadCandidates, readTakenAt } from './load-candidates.ts'
import type { Candidate } from './selection/candidate.ts'
import { chooseInEvent } from './selection/choose-in-event.ts'
import { createOrientation, selectCandidates } from './selection/suggest-selection.ts'
import { type DraftRow, findDraft, lockDraft } from './store.ts'

/** Earlier versions that are kept, and photos that all of them together have at most. */
const HISTORY_VERSIONS = 50
const HISTORY_PHOTOS = 5000

/**
 * Makes one change of a draft and keeps the version before it. 409 when the draft has another version; 404 for a photo
 * that is not in the draft, or not in the caller's library. Another number of photos of an event reads the whole source, before the
 * draft is locked: limits as createDraft.
 */
export async function changeDraft(
  ctx: Context,
  accountId: string,
  draftId: string,
  { version, ...changes }: DraftChange,
): Promise<DraftRow> {
  const source = changes.event ? await loadSource(ctx, accountId, draftId) : []
  return change(ctx, async tx => {
    const row = requireFound(await lockDraft(tx, accountId, draftId), 'Draft')
    if (row.version !== version) throw new Failure('conflict', 'The draft has another version')
    const body = await applyChange(tx.db, row, changes, source)
    const history = limitHistory([...row.history, { version: row.version, body: row.body }])
    const next = { version: version + 1, updated_at: ctx.clock.now() }
    const key = { account_id: row.account_id, draft_id: row.draft_id }
    const columns = { ...next, body: JSON.stringify(body), history: JSON.stringify(history) }
    await updateRows(tx.db, 'selection_drafts', key, columns)
    return { ...row, ...next, body, history }
  })
}

/** Loads the photos of a draft's source, which never changes. */
async function loadSource(ctx: Context, accountId: string, draftId: string): Promise<Candidate[]> {
  const row = requireFound(await findDraft(ctx.db, accountId, draftId), 'Draft')
  await countSuggestion(ctx, accountId)
  return (await loadCandidates(ctx, accountId, row.source)).candidates
}

type Changes = Omit<DraftChange, 'version'>

async function applyChange(
  db: Reader,
  row: DraftRow,
  changes: Changes,
  source: readonly Candidate[],
): Promise<DraftBody> {
  const { swap, event, add, remove, restore } = changes
  if (swap) return swapPhoto(db, row, swap)
  if (event) return resizeEvent(row, event, source)
  if (add) return addPhoto(db, row, add)
  if (remove) return removePhoto(db, row, remove)
  const restored = requireFound(
    row.history.find(each => each.version === restore),
    'Version',
  )
  return restored.body
}

async function swapPhoto(
  db: Reader,
  row: DraftRow,
  { out, in: newId }: { out: string; in: string },
): Promise<DraftBody> {
  const newTakenAt = await findTakenAt(db, row, newId)
  const removed = row.body.removed.filter(id => id !== newId)
  return updateEventOf({ ...row.body, removed }, out, event => {
    const old = event.choices.find(({ photoId }) => photoId === out)!
    const alternatives = [out, ...old.alternatives.filter(id => id !== newId)].slice(0, 4)
    const choice = createOwnChoice(newId, newTakenAt, alternatives)
    return { ...event, choices: event.choices.map(each => (each === old ? choice : each)) }
  })
}

async function addPhoto(db: Reader, { body, ...row }: DraftRow, photoId: string): Promise<DraftBody> {
  const takenAt = await findTakenAt(db, { ...row, body }, photoId)
  const events = body.events.length > 0 ? body.events : [createEvent(takenAt)]
  const index = findEventIndex(events, takenAt)
  return {
    removed: body.removed.filter(id => id !== photoId),
    events: events.map((event, place) =>
      place === index
        ? { ...event, choices: sortByTime([...event.choices, createOwnChoice(photoId, takenAt, [])]) }
        : event,
    ),
  }
}

/** Leaves a photo out; the best alternative that is in the library and not chosen takes its place. */
async function removePhoto(db: Reader, { account_id, body }: DraftRow, photoId: string): Promise<DraftBody> {
  const old = body.events.flatMap(({ choices }) => choices).find(each => each.photoId === photoId)
  if (!old) throw notFound('Photo')
  const excluded = new Set([...body.removed, ...listChosenIds(body)])
  const facts = await listPhotoFacts(db, account_id, old.alternatives)
  const factsById = new Map(facts.map(each => [each.photo_id, each]))
  const replacementId = old.alternatives.find(id => factsById.has(id) && !excluded.has(id))
  const replacement: DraftChoice[] = replacementId
    ? [
        {
          photoId: replacementId,
          takenAt: readTakenAt(factsById.get(replacementId)!) ?? null,
          reason: toNextReason(old.reason),
          alternatives: old.alternatives.filter(id => id !== replacementId),
        },
      ]
    : []
  const next = updateEventOf(body, photoId, event => ({
    ...event,
    choices: sortByTime([...event.choices.filter(each => each !== old), ...replacement]),
  }))
  return { ...next, removed: [...body.removed, photoId] }
}

/** The next best photo is the best of one less, where the number is that of its part of the event. */
function toNextReason({ kind, of = 0 }: ChoiceReason): ChoiceReason {
  const isOfPart = kind === 'sharpest' || kind === 'best'
  return isOfPart && of > 2 ? { kind: 'best', of: of - 1 } : { kind: 'part-of-event' }
}

/** Chooses so many photos of one event; what the customer chose in it stays. */
function resizeEvent(
  row: DraftRow,
  { index, count }: { index: number; count: number },
  source: readonly Candidate[],
): DraftBody {
  const event = requireFound(row.body.events[index], 'Event')
  const own = event.choices.filter(({ reason }) => reason.kind === 'customer').slice(0, count)
  const excluded = new Set([...row.body.removed, ...own.map(({ photoId }) => photoId)])
  const { candidates } = selectCandidates(source, row.leave_out)
  const available = listEventCandidates(candidates, event).filter(({ photoId }) => !excluded.has(photoId))
  const sorted = sortByTime(available)
  const seats = count - own.length
  const choices = seats > 0 ? chooseInEvent(sorted, seats, createOrientation(candidates), row.seed) : []
  const resized: DraftBodyEvent = {
    ...event,
    choices: sortByTime([...own, ...addTimes(choices, sorted)]),
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
async function findTakenAt(db: Reader, row: DraftRow, photoId: string): Promise<number | null> {
  const [facts] = await listPhotoFacts(db, row.account_id, [photoId])
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

function limitHistory(history: DraftRow['history']): DraftRow['history'] {
  const kept = history.slice(-HISTORY_VERSIONS)
  let photos = 0
  const first = kept.findLastIndex(({ body }) => {
    photos += listChosenIds(body).length
    return photos > HISTORY_PHOTOS
  })
  return kept.slice(first + 1)
}
