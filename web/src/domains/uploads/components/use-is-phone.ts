import { useSyncExternalStore } from 'react'
import { isMobile, useScreenSize } from '#web/ui/screen-size.ts'

/**
 * Whether the device is a phone: its screen is small and touched. A small window or a zoomed page of a device with a mouse is
 * none: it has folders, and a phone may send photos to it.
 */
export function useIsPhone(): boolean {
  const mobile = isMobile(useScreenSize())
  const isCoarse = useSyncExternalStore(subscribe, isPointerCoarse)
  return mobile && isCoarse
}

const COARSE = '(pointer: coarse)'
const isPointerCoarse = () => matchMedia(COARSE).matches

function subscribe(onChange: () => void) {
  const query = matchMedia(COARSE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
