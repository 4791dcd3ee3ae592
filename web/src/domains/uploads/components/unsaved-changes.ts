import type { UploadsState } from '../engine/uploads-state.ts'
import { isUndecided } from '../queue/upload-item.ts'

/** Whether photos are uploaded, or begun, and neither confirmed nor discarded. */
export function hasUnsavedChanges({ queue }: UploadsState): boolean {
  return queue.some(isUndecided)
}
