import type { Activation, ActivationStatus, ImportProblem } from '#contract/activation.ts'
import type { ActivationRow } from './store.ts'

/** The wire form of an activation; ACTIVE for an account without a row. */
export function presentActivation(row: ActivationRow | undefined): Activation {
  if (!row) return { status: 'ACTIVE' }
  const waiting = row.state === 'not-active' && row.photos !== null
  return {
    status: ACTIVATION_STATUS[row.state],
    ...(waiting ? { waitingCount: Math.max(0, row.photos! - row.added - row.already_there) } : {}),
    ...(row.started_at
      ? {
          import: {
            startedAt: row.started_at.toISOString(),
            endedAt: row.ended_at?.toISOString() ?? null,
            photosCount: row.photos,
            added: row.added,
            alreadyThere: row.already_there,
            refused: row.refused,
            problem: row.problem as ImportProblem | null,
          },
        }
      : {}),
  }
}

export const ACTIVATION_STATUS: Record<ActivationRow['state'], ActivationStatus> = {
  'not-active': 'NOT_ACTIVE',
  importing: 'IMPORTING',
  active: 'ACTIVE',
  deleting: 'DELETING',
}
