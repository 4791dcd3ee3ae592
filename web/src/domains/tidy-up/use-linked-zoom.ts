import { useRef, useState } from 'react'

/** Zoom and position of pictures that move together; x and y are shares of the stage's size. */
interface View {
  scale: number
  x: number
  y: number
}

const WHOLE: View = { scale: 1, x: 0, y: 0 }
const SCALE_MAX = 8
const STEP = 1.5

/** Zooms and moves several pictures together: wheel, double click, drag and keys. */
export function useLinkedZoom() {
  const [view, setView] = useState(WHOLE)
  const drag = useRef<{ x: number; y: number; view: View } | undefined>(undefined)
  const zoomBy = (factor: number, at = { x: 0, y: 0 }) => setView(before => zoomAt(before, factor, at))
  const toShare = (event: React.MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    return { x: (event.clientX - left) / width - 0.5, y: (event.clientY - top) / height - 0.5 }
  }
  return {
    transform: `translate(${view.x * 100}%, ${view.y * 100}%) scale(${view.scale})`,
    /** Returns whether the key is one of the zoom's. */
    onKey(key: string): boolean {
      if (key === '+') zoomBy(STEP)
      else if (key === '-') zoomBy(1 / STEP)
      else if (key === '0') setView(WHOLE)
      else return false
      return true
    },
    stage: {
      onWheel: (event: React.WheelEvent<HTMLElement>) =>
        zoomBy(event.deltaY < 0 ? STEP ** 0.5 : 1 / STEP ** 0.5, toShare(event)),
      onDoubleClick: (event: React.MouseEvent<HTMLElement>) =>
        view.scale > 1 ? setView(WHOLE) : zoomBy(STEP ** 3, toShare(event)),
      onPointerDown: (event: React.PointerEvent<HTMLElement>) => {
        drag.current = { x: event.clientX, y: event.clientY, view }
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: (event: React.PointerEvent<HTMLElement>) => {
        if (!drag.current) return
        const { width, height } = event.currentTarget.getBoundingClientRect()
        const { x, y, view: start } = drag.current
        setView(
          limit({
            ...start,
            x: start.x + (event.clientX - x) / width,
            y: start.y + (event.clientY - y) / height,
          }),
        )
      },
      onPointerUp: () => {
        drag.current = undefined
      },
      onPointerCancel: () => {
        drag.current = undefined
      },
    },
  }
}

/** Zooms so that the point at `at`, a share of the stage from its centre, stays where it is. */
function zoomAt({ scale, x, y }: View, factor: number, at: { x: number; y: number }): View {
  const next = Math.min(SCALE_MAX, Math.max(1, scale * factor))
  const ratio = next / scale
  return limit({ scale: next, x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio })
}

/** Keeps the picture on the stage. */
function limit({ scale, x, y }: View): View {
  const most = (scale - 1) / 2
  const within = (value: number) => Math.min(most, Math.max(-most, value))
  return { scale, x: within(x), y: within(y) }
}
