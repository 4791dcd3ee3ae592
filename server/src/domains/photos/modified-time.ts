import type { PhotoRow } from './store/photos.ts'

/**
 * Returns the time of modification that a file of a photo gets, local date-time 'YYYY-MM-DDTHH:mm:ss': when it was taken, else when its
 * file was last changed, else when it was added, in UTC. Other programs show it as the date of a photo without one.
 */
export const getModifiedTime = ({
  taken_at,
  file_modified_at,
  created_at,
}: Pick<PhotoRow, 'taken_at' | 'file_modified_at' | 'created_at'>): string =>
  (taken_at ?? file_modified_at ?? created_at.toISOString()).replace(' ', 'T').slice(0, 19)
