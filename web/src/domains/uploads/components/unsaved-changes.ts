import type { UploadsState } from '../engine/uploads.ts'

/** Whether leaving would discard something that this visit has sent or is sending. */
export function hasUnsavedChanges({ queue }: UploadsState): boolean {
  return queue.some(({ state, earlier }) => !earlier && !HARMLESS.has(state))
}

const HARMLESS: ReadonlySet<string> = new Set(['refused', 'failed', 'already-there', 'restored', 'missing'])
