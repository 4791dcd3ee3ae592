import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import List from 'lucide-react/icons/list'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { isMobile, useScreenSize } from '#web/ui/screen-size.ts'
import type { Uploads } from '../engine/uploads.ts'
import type { UploadsState } from '../engine/uploads-state.ts'
import { Thumbnail } from '../file-list/thumbnail.tsx'
import { isPausable, isReceived } from '../queue/upload-item.ts'
import { formatTrayTitle, ProblemsLine } from './problems-line.tsx'
import styles from './tray-panel.module.css'

/** Files shown with their progress. */
const FILES_SHOWN = 2

/** Progress of the files that are being sent; folds to one line on large screens, and is compact on small ones. */
export function SendingCard({ uploads, state, onUnmount, onDetails, onCancel }: SendingCardProps) {
  const { texts, text } = useTexts()
  const [isFolded, setFolded] = useState(false)
  const mobile = isMobile(useScreenSize())
  useLayoutEffect(() => onUnmount, [onUnmount])
  const { queue, counts, offline } = state
  const pausableIds = queue.filter(isPausable).map(({ id }) => id)
  const isPaused = pausableIds.length === 0 && counts.paused > 0
  const isInterrupted = pausableIds.length + counts.paused === 0 && counts.missing > 0
  const title = formatTrayTitle(texts, state)
  const timeLeft = useTimeLeft(state, isPaused || offline || isInterrupted)
  const pause = () => uploads.pause(pausableIds)
  const resumeUploads = () => {
    if (isInterrupted && state.needsPermission === 0) return onDetails()
    if (isInterrupted) void uploads.resumeInterrupted()
    uploads.resume(queue.filter(item => item.state === 'paused').map(({ id }) => id))
  }
  const isStopped = isPaused || isInterrupted
  const status = isInterrupted
    ? text('upload.unfinished.title', { count: counts.missing })
    : offline
      ? text('upload.tray.offline')
      : text(isPaused ? 'upload.tray.paused' : 'upload.tray.sent', {
          sent: counts.received,
          total: counts.photos,
        })
  const toggle = isStopped
    ? { icon: Play, label: text('action.continue'), onClick: resumeUploads }
    : { icon: Pause, label: text('upload.pause'), onClick: pause }
  return (
    <>
      <div className={classes('ui-row4', styles.top)}>
        <h2 className={classes('ui-fill ui-breaks', styles.title)}>{title}</h2>
        {isFolded && !mobile && (
          <span className={classes('ui-note', styles.short)}>
            {text('upload.status.uploading', {
              percent: Math.floor((100 * counts.sent) / (counts.bytes || 1)),
            })}
          </span>
        )}
        {mobile && <IconButton {...toggle} />}
        {mobile ? (
          <IconButton icon={ChevronUp} label={text('action.details')} onClick={onDetails} />
        ) : (
          <IconButton
            icon={isFolded ? ChevronUp : ChevronDown}
            label={text(isFolded ? 'action.show-more' : 'action.show-less')}
            aria-expanded={!isFolded}
            onClick={() => setFolded(!isFolded)}
          />
        )}
      </div>
      {(mobile || !isFolded) && (
        <div className={styles.progress}>
          <ProgressBar
            label={title}
            value={counts.bytes === 0 ? undefined : counts.sent / counts.bytes}
            tone={isStopped || offline ? 'quiet' : 'accent'}
          />
          <p>
            <span>{status}</span>
            <span>{timeLeft}</span>
          </p>
        </div>
      )}
      {!mobile && !isFolded && (
        <>
          {queue
            .filter(item => item.state === 'sending')
            .slice(0, FILES_SHOWN)
            .map(item => (
              <div key={item.id} className={styles.line}>
                <Thumbnail item={item} file={uploads.getFile(item.id)} />
                <span className={styles.name}>{item.name}</span>
                <span>
                  {text('upload.status.uploading', { percent: Math.floor((100 * item.sent) / item.size) })}
                </span>
              </div>
            ))}
          <ProblemsLine state={state} onView={onDetails} />
          <div className={classes('ui-line8', styles.actions)}>
            <Button size="small" icon={toggle.icon} onClick={toggle.onClick}>
              {toggle.label}
            </Button>
            <Button size="small" icon={List} onClick={onDetails}>
              {text('action.details')}
            </Button>
            <Button size="small" variant="plain" className={styles.cancel} onClick={onCancel}>
              {text('action.cancel')}
            </Button>
          </div>
        </>
      )}
      {mobile && <ProblemsLine state={state} onView={onDetails} />}
    </>
  )
}

export interface SendingCardProps {
  uploads: Uploads
  state: UploadsState
  /** Called while its controls still have the focus. */
  onUnmount: () => void
  onDetails: () => void
  onCancel: () => void
}

/** Returns the estimated remaining time as text; '' while it is unknown. `isIdle`: nothing is being sent. */
function useTimeLeft({ queue }: UploadsState, isIdle: boolean): string {
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

/** A measurement: bytes sent until `at`, ms. */
interface Sample {
  at: number
  sent: number
}

const WINDOW_MS = 30_000

const MIN_WINDOW_MS = 4000

/**
 * Creates an estimator of the remaining time, from the speed of the last 30 s. `secondsLeft` is undefined until 4 s are
 * measured and while no bytes are sent; `reset` discards the measurements, after a pause.
 */
export function createTimeLeftEstimator() {
  let samples: Sample[] = []
  return {
    secondsLeft(sample: Sample, bytesLeft: number): number | undefined {
      // Fewer bytes: a file begins anew.
      if (samples.length > 0 && sample.sent < samples.at(-1)!.sent) samples = []
      samples = [...samples.filter(({ at }) => sample.at - at <= WINDOW_MS), sample]
      const firstSample = samples[0]!
      const seconds = (sample.at - firstSample.at) / 1000
      const bytes = sample.sent - firstSample.sent
      return sample.at - firstSample.at < MIN_WINDOW_MS || bytes === 0
        ? undefined
        : (bytesLeft * seconds) / bytes
    },
    reset() {
      samples = []
    },
  }
}
