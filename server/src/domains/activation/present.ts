import type { Activation, ActivationStatus, ImportProblem } from '#contract/activation.ts'
import type { ActivationRow } from './store.ts'

/** Converts an activation to its wire form; ACTIVE for an account without a row. */
export function presentActivation(row: ActivationRow | undefined): Activation {
  if (!row) return { status: 'ACTIVE' }
  const hasWaitingPhotos = row.state === 'not-active' && row.photos !== null
  return {
    status: STATUS_BY_ACTIVATION_STATE[row.state],
    ...(hasWaitingPhotos ? { waitingCount: Math.max(0, row.photos! - row.added - row.already_there) } : {}),
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

export const STATUS_BY_ACTIVATION_STATE: Record<ActivationRow['state'], ActivationStatus> = {
  'not-active': 'NOT_ACTIVE',
  importing: 'IMPORTING',
  active: 'ACTIVE',
  deleting: 'DELETING',
}
