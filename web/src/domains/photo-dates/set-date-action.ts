import Clock from 'lucide-react/icons/clock'
import { lazyPerform, type PhotoAction } from '#web/gallery/index.ts'

/** Sets or shifts the dates of photos; in the preview it is beside the date in the details. */
export const setDateAction: PhotoAction = {
  id: 'set-date',
  name: 'dates.set',
  icon: Clock,
  shortcut: 't',
  placeInPreview: 'date',
  perform: lazyPerform(() => import('./change-dates.tsx').then(module => module.changeDates)),
}
