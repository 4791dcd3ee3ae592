import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { isLargeEnough, type PrintSize } from '#contract/print-quality.ts'
import { type LeftOutKind, leftOutKind, type SuggestionSource } from '#contract/selection-drafts.ts'
import { type Context, change } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { countSuggestion } from './attempts.ts'
import {
  addTimes,
  createEvent,
  type DraftBody,
  type DraftBodyEvent,
  type DraftChoice,
  type DraftSource,
  listChosenIds,
  sortByTime,
} from './draft-body.ts'
import { loadCandidates } from './load-candidates.ts'
import type { Candidate } from './selection/candidate.ts'
import { divideIntoEvents } from './selection/events.ts'
import { type SuggestedEvent, selectCandidates, suggestSelection } from './selection/suggest-selection.ts'
import { type DraftRow, findDraft, insertDraft } from './store.ts'

export interface DraftOptions {
  wanted: number
  leaveOut: readonly LeftOutKind[]
  seed: number
}

type NewDraft = DraftOptions & {
  draftId?: string | undefined
  selection?: DraftSource | undefined
  keep?: string | undefined
}

/**
 * Suggests a selection and keeps it as a draft. Idempotent with a `draftId`; 409 when it is another draft's. With `keep`
 * the photos that the customer chose in that draft are chosen again, those that were left out of it are not, and its source is the
 * new one's unless `selection` names another. 429 above 600 an hour.
 */
export async function createDraft(ctx: Context, accountId: string, draft: NewDraft): Promise<DraftRow> {
  const { wanted, leaveOut, seed, draftId } = draft
  const keptDraft = draft.keep ? await findDraft(ctx.db, accountId, draft.keep) : undefined
  const selection = draft.selection ?? keptDraft?.source ?? undefined
  const requireSame = (existing: DraftRow | undefined): DraftRow => {
    if (existing && isSameDraft(existing, draft, selection)) return existing
    throw new Failure('conflict', 'This draft id is used already')
  }
  const known = draftId ? await findDraft(ctx.db, accountId, draftId) : undefined
  if (known) return requireSame(known)
  if (draft.keep && !keptDraft) throw notFound('Draft')
  await countSuggestion(ctx, accountId)
  const removed = keptDraft?.body.removed ?? []
  const { candidates, looked } = await loadCandidates(ctx, accountId, selection)
  const suggestion = suggestSelection(candidates, { wanted, leaveOut, seed, removed })
  const events = keepChoices(
    suggestion.events.map(toBodyEvent),
    keptDraft ? listOwnChoices(keptDraft.body) : [],
  )
  const now = ctx.clock.now()
  const row = {
    account_id: accountId,
    draft_id: draftId ?? randomUUID(),
    version: 1,
    source: selection ?? null,
    wanted,
    leave_out: [...leaveOut],
    seed,
    photos: candidates.length,
    left_out: countLeftOut(suggestion.leftOut),
    looked,
    body: { events, removed } satisfies DraftBody,
    history: [],
    created_at: now,
    updated_at: now,
  }
  return change(ctx, async tx =>
    (await insertDraft(tx, row)) ? row : requireSame(await findDraft(tx.db, accountId, row.draft_id)),
  )
}

/** Whether a draft is the one of a repeated call. One that was deleted cannot be kept: its source is not compared. */
function isSameDraft(
  existing: DraftRow,
  { wanted, leaveOut, seed, selection, keep }: NewDraft,
  source: DraftSource | undefined,
): boolean {
  const isSourceUnknown = keep !== undefined && selection === undefined && source === undefined
  return (
    existing.wanted === wanted &&
    existing.seed === seed &&
    isDeepStrictEqual(new Set(existing.leave_out), new Set(leaveOut)) &&
    (isSourceUnknown || isDeepStrictEqual(existing.source, toStored(source)))
  )
}

const toStored = (source: DraftSource | undefined): unknown =>
  source ? JSON.parse(JSON.stringify(source)) : null

type SummarizedSource = Pick<NewDraft, 'selection' | 'wanted' | 'leaveOut'> & {
  paper?: PrintSize | undefined
}

/** Says what a selection would be suggested from . Limits as createDraft. */
export async function summarizeSource(
  ctx: Context,
  accountId: string,
  { selection, wanted, leaveOut, paper }: SummarizedSource,
): Promise<SuggestionSource> {
  await countSuggestion(ctx, accountId)
  const loaded = await loadCandidates(ctx, accountId, selection)
  const { candidates, leftOut } = selectCandidates(loaded.candidates, leaveOut)
  const dated = loaded.candidates.flatMap(({ takenAt }) => takenAt ?? [])
  const months = Map.groupBy(dated, takenAt => new Date(takenAt).toISOString().slice(0, 7))
  return {
    photos: loaded.candidates.length,
    months: [...months]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([month, photos]) => ({
        year: Number(month.slice(0, -3)),
        month: Number(month.slice(-2)),
        photos: photos.length,
      })),
    undated: loaded.candidates.length - dated.length,
    leftOut: countLeftOut(leftOut),
    toChoose: candidates.length,
    events: divideIntoEvents(candidates, wanted).length,
    ...(paper && { largeEnough: candidates.filter(photo => isLargeEnough(photo, paper)).length }),
    looked: loaded.looked,
  }
}

const countLeftOut = (leftOut: ReadonlyMap<string, LeftOutKind>) =>
  leftOutKind.options.map(kind => ({
    kind,
    photos: [...leftOut.values()].filter(each => each === kind).length,
  }))

const listOwnChoices = ({ events }: DraftBody): DraftChoice[] =>
  events.flatMap(({ choices }) => choices.filter(({ reason }) => reason.kind === 'customer'))

/** The suggested event as a draft stores it. */
function toBodyEvent({ candidates, choices }: SuggestedEvent): DraftBodyEvent {
  return {
    first: candidates[0]?.takenAt ?? null,
    last: candidates.at(-1)?.takenAt ?? null,
    photos: candidates.length,
    choices: sortByTime(addTimes(choices, candidates)),
  }
}

/** Puts what the customer chose in place of suggested photos of the same event; a source without photos gets an event for it. */
function keepChoices(events: DraftBodyEvent[], kept: readonly DraftChoice[]): DraftBodyEvent[] {
  return kept.reduce((suggested, choice) => {
    if (listChosenIds({ events: suggested, removed: [] }).includes(choice.photoId)) return suggested
    const current = suggested.length > 0 ? suggested : [createEvent(choice.takenAt)]
    const index = findEventIndex(current, choice.takenAt)
    return current.map((event, place) => {
      if (place !== index) return event
      const replaced = event.choices.findLast(({ reason }) => reason.kind !== 'customer')
      const others = event.choices.filter(each => each !== replaced)
      return { ...event, choices: sortByTime([...others, choice]) }
    })
  }, events)
}

/** Finds the event at this time, or the nearest one; the last one for a photo without a date. */
export function findEventIndex(events: readonly DraftBodyEvent[], takenAt: number | null): number {
  if (takenAt === null) return events.length - 1
  const distances = events.map(({ first, last }) =>
    first === null || last === null ? Number.POSITIVE_INFINITY : Math.max(first - takenAt, takenAt - last, 0),
  )
  return distances.indexOf(Math.min(...distances))
}

/** The candidates of an event of a draft: those within its time. */
export const listEventCandidates = (candidates: readonly Candidate[], { first, last }: DraftBodyEvent) =>
  candidates.filter(({ takenAt }) =>
    first === null || last === null
      ? takenAt === undefined
      : takenAt !== undefined && takenAt >= first && takenAt <= last,
  )
