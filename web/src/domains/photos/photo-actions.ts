import { downloadAction } from '#web/domains/downloads/index.ts'
import type { PhotoAction } from './actions.ts'
import { deletePhotosAction } from './deleting/delete-photos-action.tsx'

/** What can be done with photos of the timeline, in the order of the bar (PL-052); the last one is set apart. */
export const PHOTO_ACTIONS: readonly PhotoAction[] = [downloadAction, deletePhotosAction]
