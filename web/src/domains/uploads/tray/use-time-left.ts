import { useEffect, useRef, useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import type { UploadsState } from '../engine/uploads-state.ts'
import { isReceived } from '../queue/upload-item.ts'
import { createTimeLeftEstimator } from './time-left.ts'

/** Returns the estimated remaining time as text; '' while it is unknown. `isIdle`: nothing is being sent. */
export function useTimeLeft({ queue }: UploadsState, isIdle: boolean): string {
  const { text } = useTexts()
  const estimator = useRef(createTimeLeftEstimator())
  const [seconds, setSeconds] = useState<number>()
  useEffect(() => {
    if (isIdle) {
      estimator.current.reset()
      return setSeconds(undefined)
    }
    // Files that were known need no bytes: they would look like a fast connection.
    const bytesSent = queue.reduce((sum, item) => sum + (item.uploadUrl ? item.sent : 0), 0)
    const bytesLeft = queue.reduce(
      (sum, item) => sum + (isReceived(item) || item.reason ? 0 : item.size - item.sent),
      0,
    )
    setSeconds(estimator.current.secondsLeft({ at: performance.now(), sent: bytesSent }, bytesLeft))
  }, [queue, isIdle])
  if (seconds === undefined) return ''
  const minutes = seconds < 60 ? 0 : Math.round(seconds / 60)
  return minutes < 60
    ? text('upload.tray.minutes-left', { count: minutes })
    : text('upload.tray.hours-left', { count: Math.round(minutes / 60) })
}
