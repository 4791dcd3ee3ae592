import type { UploadsState } from '../engine/uploads.ts'

/** Whether leaving the page would discard photos that this visit has uploaded or is uploading. */
export function hasUnsavedChanges({ queue }: UploadsState): boolean {
  return queue.some(({ state, earlier }) => !earlier && !NOTHING_TO_LOSE.has(state))
}

const NOTHING_TO_LOSE: ReadonlySet<string> = new Set([
  'refused',
  'failed',
  'already-there',
  'restored',
  'missing',
])
