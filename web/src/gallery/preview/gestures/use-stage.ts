import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import {
  createStageGestures,
  type StageEnvironment,
  type StageGestures,
  type StageView,
} from './stage-gestures.ts'
import { type Bounds, computeShownPart, type Size } from './zoom.ts'

/**
 * Connects an element to the gestures. Values that change with every pointer movement are written directly to the
 * element's custom properties (--aside, --down, --scale, --x, --y, --shown-…); React renders only the scale after a gesture.
 */
export function useStage(
  element: RefObject<HTMLElement | null>,
  environment: Omit<StageEnvironment, 'stage' | 'draw'>,
) {
  const latest = useRef(environment)
  useLayoutEffect(() => {
    latest.current = environment
  })
  /** Size of the element in px; 0 × 0 before its first layout. */
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  const [scale, setScale] = useState(1)
  const [gestures] = useState(() =>
    createStageGestures({
      picture: () => latest.current.picture(),
      actual: () => latest.current.actual(),
      ends: () => latest.current.ends(),
      mobile: () => latest.current.mobile(),
      move: step => latest.current.move(step),
      close: () => latest.current.close(),
      onTap: () => latest.current.onTap(),
      stage: () => element.current?.getBoundingClientRect() ?? EMPTY_BOX,
      draw: (view, bounds, animated) => {
        if (element.current) draw(element.current, view, bounds, animated)
        setScale(view.zoom.scale)
      },
    }),
  )
  useLayoutEffect(() => {
    const stage = element.current
    if (!stage) return
    const measure = () => {
      const { width, height } = stage.getBoundingClientRect()
      setSize(before => (before.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(() => {
      measure()
      gestures.reset()
    })
    observer.observe(stage)
    const stopListening = listen(stage, gestures)
    return () => {
      observer.disconnect()
      stopListening()
    }
  }, [element, gestures])
  return { size, scale, gestures }
}

const EMPTY_BOX = { left: 0, top: 0, width: 0, height: 0 }

function draw(stage: HTMLElement, { zoom, offsetX, down }: StageView, bounds: Bounds, animated: boolean) {
  stage.toggleAttribute('data-animated', animated)
  stage.toggleAttribute('data-zoomed', zoom.scale > 1)
  const { style } = stage
  style.setProperty('--aside', `${offsetX}px`)
  style.setProperty('--down', `${down}px`)
  style.setProperty('--scale', String(zoom.scale))
  style.setProperty('--x', `${zoom.x}px`)
  style.setProperty('--y', `${zoom.y}px`)
  for (const [name, share] of Object.entries(computeShownPart(zoom, bounds)))
    style.setProperty(`--shown-${name}`, `${100 * share}%`)
  // The backdrop fades while the photo is dragged down.
  const share = stage.clientHeight > 0 ? Math.max(0, down) / stage.clientHeight : 0
  stage.parentElement?.style.setProperty('--drawn', String(Math.min(1, share)))
}

function listen(stage: HTMLElement, gestures: StageGestures) {
  const controller = new AbortController()
  const { signal } = controller
  stage.addEventListener(
    'pointerdown',
    event => {
      gestures.onPointerDown(event)
      if (event.button === 0) stage.setPointerCapture?.(event.pointerId)
    },
    { signal },
  )
  stage.addEventListener('pointermove', event => gestures.onPointerMove(event), { signal })
  stage.addEventListener('pointerup', event => gestures.onPointerUp(event), { signal })
  stage.addEventListener('pointercancel', event => gestures.onPointerCancel(event), { signal })
  stage.addEventListener('dblclick', event => gestures.onDoubleClick(event), { signal })
  // Not passive: the page below must not scroll, nor the browser zoom.
  stage.addEventListener(
    'wheel',
    event => {
      event.preventDefault()
      gestures.onWheel(event)
    },
    { signal, passive: false },
  )
  return () => controller.abort()
}
