import type { UploadsState } from '../engine/uploads.ts'

/** Whether leaving the page would discard photos that this visit has uploaded or is uploading. */
export function hasUnsavedChanges({ queue }: UploadsState): boolean {
  return queue.some(({ state, earlier }) => !earlier && !WITHOUT_CHANGES.has(state))
}

const WITHOUT_CHANGES: ReadonlySet<string> = new Set([
  'refused',
  'failed',
  'already-there',
  'restored',
  'missing',
])
