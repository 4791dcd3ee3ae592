import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import type { StoredPhoto } from './report-draft.ts'
import { type ReportPhoto, ReportPhotos } from './report-photos.ts'

/**
 * Returns the photos of a report or of a message, at most `max`, with those of an earlier visit. They are sent while the component
 * is mounted; `onStored` is called with what the draft must contain.
 */
export function useReportPhotos(
  complaintId: string,
  { max, stored, onStored }: UseReportPhotosOptions,
): { photos: ReportPhotos; items: readonly ReportPhoto[] } {
  const { sub } = useClaims()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the photos outlive each rendering of the draft
  const photos = useMemo(() => new ReportPhotos(sub, complaintId, { max, onStored }), [sub, complaintId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once with the photos of the draft
  useEffect(() => {
    photos.open(stored).catch(reportFailure)
    return () => photos.close()
  }, [photos])
  return { photos, items: useSyncExternalStore(photos.subscribe, photos.list) }
}

interface UseReportPhotosOptions {
  max: number
  stored: readonly StoredPhoto[]
  onStored: (photos: StoredPhoto[]) => void
}
