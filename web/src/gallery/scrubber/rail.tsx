import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { monthLabel, shortMonthLabel } from '#web/platform/i18n/dates.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import type { GridScroller, View } from '../layout/grid-scroller.ts'
import { findMonthAt } from '../layout/layout.ts'
import { createMarks, findMonthAtFraction, findYearStart, toFraction, toLayoutY } from './scale.ts'
import styles from './scrubber.module.css'

/** The rail of a library that is longer than the window; see Scrubber. */
export function Rail({ scroller, view, quiet }: RailProps) {
  const texts = useTexts()
  const track = useRef<HTMLDivElement>(null)
  const thumb = useRef<HTMLDivElement>(null)
  const { layout, months } = view
  const height = useTrackHeight(track)
  const [currentMonth, setMonth] = useState(0)
  // Months may have vanished since: the track must stay.
  const month = Math.min(currentMonth, layout.months - 1)
  const [pointedFraction, setPointed] = useState<number | null>(null)
  const [dragging, setDragging] = useState(false)
  const isMoving = useIsMoving(scroller)
  const marks = useMemo(
    () => (height > 0 ? createMarks(layout, months, LABEL_GAP / height, DOT_GAP / height) : []),
    [layout, months, height],
  )

  useLayoutEffect(() => {
    const update = () => {
      const y = toFraction(layout, scroller.top) * height
      if (thumb.current) thumb.current.style.transform = `translateY(${y}px)`
      const first = findMonthAt(layout, scroller.top + layout.geometry.header)
      // A month chosen by key stays the current one as long as its line is at the upper edge.
      setMonth(before => (layout.lines[before] === first ? before : first))
    }
    update()
    return scroller.onMove(update)
  }, [scroller, layout, height])

  const getEventFraction = (event: PointerEvent) => {
    const { top, height } = track.current!.getBoundingClientRect()
    return Math.max(0, Math.min(1, (event.clientY - top) / height))
  }
  const jump = (fraction: number) => scroller.scrollTo(toLayoutY(layout, fraction))
  const scrollToMonth = (index: number) => {
    const to = Math.max(0, Math.min(layout.months - 1, index))
    setMonth(to)
    scroller.scrollTo(layout.tops[to]!)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const to = findTargetMonth(event.key, month, view)
    if (to === null) return
    event.preventDefault()
    scrollToMonth(to)
  }
  const shownMonth = months[month]!
  const pointedMonth =
    pointedFraction === null ? undefined : months[findMonthAtFraction(layout, pointedFraction)]
  return (
    <div
      className={classes(
        'ui-screen-only',
        styles.scrubber,
        (isMoving || dragging) && styles.moving,
        dragging && styles.dragging,
        quiet && styles.quiet,
      )}
    >
      <div
        ref={track}
        role="slider"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={texts.text('photos.scrubber')}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, layout.months - 1)}
        aria-valuenow={month}
        aria-valuetext={monthLabel(texts, shownMonth.year, shownMonth.month)}
        className={styles.track}
        onKeyDown={handleKeyDown}
        onPointerDown={event => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          setDragging(true)
          setPointed(getEventFraction(event))
          // On touch the finger is on the thumb, which is at the page's current position.
          if (event.pointerType === 'mouse') jump(getEventFraction(event))
        }}
        onPointerMove={event => {
          const fraction = getEventFraction(event)
          setPointed(fraction)
          if (dragging) jump(fraction)
        }}
        onPointerUp={() => setDragging(false)}
        onPointerCancel={() => setDragging(false)}
        onPointerLeave={() => setPointed(null)}
      >
        {marks.map(mark => (
          <span
            key={`${mark.year ?? ''} ${mark.fraction}`}
            aria-hidden
            className={
              mark.year === undefined && !mark.unknown
                ? classes('ui-not-below-large', styles.dot)
                : classes('ui-not-below-large', styles.year)
            }
            style={{ top: `${mark.fraction * 100}%` }}
          >
            {mark.unknown ? texts.text('date.unknown.short') : mark.year}
          </span>
        ))}
        <div ref={thumb} className={styles.here}>
          <span aria-hidden className={classes('ui-edge-in-contrast', styles.label)}>
            {/* A new element per month: the browser would count moving the same one as a layout shift. */}
            <span key={shownMonth.key}>{shortMonthLabel(texts, shownMonth.year, shownMonth.month)}</span>
          </span>
          <span className={styles.thumb} />
        </div>
        {pointedMonth && (
          <div
            className={classes('ui-not-below-large', styles.pointed)}
            style={{ transform: `translateY(${pointedFraction! * height}px)` }}
          >
            <span aria-hidden className={classes('ui-edge-in-contrast', styles.label)}>
              {shortMonthLabel(texts, pointedMonth.year, pointedMonth.month)}
            </span>
          </div>
        )}
      </div>
    </div>
  )
}

export interface RailProps {
  scroller: GridScroller
  view: View
  /** Hides the label while the page scrolls: it would cover buttons. */
  quiet: boolean
}

const LABEL_GAP = 30
const DOT_GAP = 14
const VISIBLE_MS = 1200

function findTargetMonth(key: string, month: number, { months }: View): number | null {
  switch (key) {
    case 'ArrowUp':
    case 'ArrowLeft':
      return month - 1
    case 'ArrowDown':
    case 'ArrowRight':
      return month + 1
    case 'PageUp':
      return findYearStart(months, month, -1)
    case 'PageDown':
      return findYearStart(months, month, 1)
    case 'Home':
      return 0
    case 'End':
      return months.length - 1
    default:
      return null
  }
}

function useTrackHeight(track: { current: HTMLElement | null }) {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const element = track.current
    if (!element) return
    const sizes = new ResizeObserver(() => setHeight(element.clientHeight))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [track])
  return height
}

/** True while the photos scroll and a moment longer; never while the page content above them is in view. */
function useIsMoving(scroller: GridScroller) {
  const [isMoving, setMoving] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let lastTop = scroller.top
    const stop = scroller.onMove(() => {
      if (Math.abs(scroller.top - lastTop) < 4) return
      lastTop = scroller.top
      clearTimeout(timer)
      setMoving(lastTop > 0)
      timer = setTimeout(() => setMoving(false), VISIBLE_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [scroller])
  return isMoving
}
