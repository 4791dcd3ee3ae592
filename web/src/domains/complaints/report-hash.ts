import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/** Returns the fragment of a report on the page of its order; undefined without an id. */
export const toReportHash = (complaintId: string | undefined): string | undefined =>
  complaintId && `report-${complaintId}`

/** Focuses the element and scrolls to it whenever the page is opened with this fragment. */
export function useHashFocus(element: RefObject<HTMLElement | null>, hash: string | undefined): void {
  // Another object for each navigation, also to the same address.
  const location = useLocation()
  useEffect(() => {
    if (!hash || location.hash !== hash || !element.current) return
    element.current.focus({ preventScroll: true })
    element.current.scrollIntoView({ block: 'center' })
  }, [location, hash, element])
}
