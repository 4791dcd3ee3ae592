import Trash2 from 'lucide-react/icons/trash-2'
import { lazyPerform, type PhotoAction } from '#web/gallery/index.ts'

/** Moves photos to 'Recently deleted' after a confirmation. */
export const deletePhotosAction: PhotoAction = {
  id: 'delete',
  name: 'action.delete',
  icon: Trash2,
  shortcut: 'Delete',
  danger: true,
  perform: lazyPerform(() => import('./confirm-and-delete.tsx').then(module => module.confirmAndDelete)),
}
