import type { CallbackEvent, CallbackProblem, Callbacks } from '#contract/callbacks.ts'
import type { SigningSecret } from './signing-secrets.ts'
import type { CallbacksRow } from './store/callbacks.ts'
import type { CallbackAttemptRow } from './store/events.ts'
import type { LoggedEvent } from './store/log.ts'

export function presentEvent({ event, attempts, lastAttempt }: LoggedEvent): CallbackEvent {
  return {
    id: event.event_id,
    type: event.type,
    about: event.about,
    createdAt: event.created_at.toISOString(),
    state: event.state,
    attempts,
    lastAttempt: lastAttempt ? presentAttempt(lastAttempt) : null,
    nextAttemptAt: event.next_attempt_at?.toISOString() ?? null,
  }
}

export function presentAttempt(attempt: CallbackAttemptRow): NonNullable<CallbackEvent['lastAttempt']> {
  return {
    at: attempt.attempted_at.toISOString(),
    status: attempt.status,
    problem: attempt.problem,
    durationMs: attempt.duration_ms,
  }
}

/** Presents the endpoint. `problem`: why the address cannot be called. `secrets`: those that sign, the newest first. */
export function presentEndpoint(
  row: CallbacksRow,
  {
    problem,
    secrets,
    hasRecentFailures,
  }: { problem: CallbackProblem | null; secrets: readonly SigningSecret[]; hasRecentFailures: boolean },
): NonNullable<Callbacks['endpoint']> {
  return {
    state: row.state,
    offReason: row.off_reason,
    offAt: row.off_at?.toISOString() ?? null,
    problem,
    version: row.version,
    events: row.events,
    hasRecentFailures,
    secrets: secrets.map(({ id, hint, createdAt, expiresAt, shown }) => ({
      id,
      hint,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
      shown,
    })),
  }
}
