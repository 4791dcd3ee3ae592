import type { Reader } from '../../context.ts'
import { findDeletionInstants } from '../photos/index.ts'
import { listOpenDecisions } from './store/decisions.ts'

/** What the activity lists: a decision, or a run with all of its decisions. */
export interface DecisionSummary {
  id: string
  /** How many photos undoing it would restore. */
  photos: number
  decidedAt: Date
}

/** Lists decisions since `since` whose undo would restore photos, the latest first. */
export async function listDecisionSummaries(
  db: Reader,
  accountId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<DecisionSummary[]> {
  const decisions = await listOpenDecisions(db, accountId, since)
  if (decisions.length === 0) return []
  const deletedAt = await findDeletionInstants(
    db,
    accountId,
    decisions.flatMap(({ binned }) => binned),
  )
  const summaries = new Map<string, DecisionSummary>()
  for (const { run_id, decision_id, binned, decided_at } of decisions) {
    const id = run_id ?? decision_id
    const { photos, decidedAt } = summaries.get(id) ?? { photos: 0, decidedAt: decided_at }
    summaries.set(id, {
      id,
      photos:
        photos + binned.filter(photoId => deletedAt.get(photoId)?.getTime() === decided_at.getTime()).length,
      decidedAt: decided_at > decidedAt ? decided_at : decidedAt,
    })
  }
  return [...summaries.values()]
    .filter(({ photos }) => photos > 0)
    .toSorted((a, b) => b.decidedAt.getTime() - a.decidedAt.getTime())
    .slice(0, limit)
}
