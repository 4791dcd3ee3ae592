import {
  horizontalOffset,
  isClosingSwipe,
  SLOP,
  type SwipeNeighbours,
  swipeDirection,
  swipeResult,
  verticalOffset,
} from './swipe.ts'
import { isDoubleTap, type Tap } from './taps.ts'
import {
  clampZoom,
  NO_ZOOM,
  type Point,
  type PointPair,
  pinchZoom,
  type Size,
  toggleZoom,
  type WheelDelta,
  wheelFactor,
  type Zoom,
  zoomTo,
} from './zoom.ts'

/** State of the gestures: the picture's zoom, and the horizontal and vertical offset of all photos, px. */
export interface StageView {
  zoom: Zoom
  offsetX: number
  down: number
}

export interface StageEnvironment {
  /** Bounds of the stage on the screen. */
  stage: () => Size & { left: number; top: number }
  /** Size of the fitted picture. */
  picture: () => Size
  ends: () => SwipeNeighbours
  /** Small and medium screens (PL-147): double tap instead of click, swipe down closes. */
  mobile: () => boolean
  draw: (view: StageView, animated: boolean) => void
  move: (step: -1 | 1) => void
  close: () => void
  /** Called on a single tap that does not zoom. */
  onTap: () => void
}

/**
 * Translates pointer and wheel events into zooming, moving between photos and closing (PL-058 to PL-060). One finger
 * swipes at scale 1 and pans a zoomed picture; two fingers zoom; a third one is ignored.
 */
export function createStageGestures(environment: StageEnvironment) {
  let view: StageView = { zoom: NO_ZOOM, offsetX: 0, down: 0 }
  let hand: Hand = { kind: 'none' }
  let lastTap: Tap | undefined
  const fingers = new Map<number, Point>()

  const show = (change: Partial<StageView>, animated = false) => {
    view = { ...view, ...change }
    environment.draw(view, animated)
  }
  const toStagePoint = ({ x, y }: Point): Point => {
    const { left, top, width, height } = environment.stage()
    return { x: x - left - width / 2, y: y - top - height / 2 }
  }
  const toggle = (at?: Point) => {
    const point = at ? toStagePoint(at) : { x: 0, y: 0 }
    show({ zoom: toggleZoom(view.zoom, point, environment.picture(), environment.stage()) }, true)
  }
  const createOneFinger = (at: Point, startedAt: number, touch: boolean): Hand => ({
    kind: 'one',
    gesture: undefined,
    from: at,
    zoom: view.zoom,
    startedAt,
    touch,
  })
  const getFingerPair = () => [...fingers.values()].slice(0, 2).map(toStagePoint) as unknown as PointPair

  function drag(one: OneFinger, at: Point) {
    const moved = { x: at.x - one.from.x, y: at.y - one.from.y }
    if (!one.gesture) {
      if (view.zoom.scale > 1) one.gesture = Math.hypot(moved.x, moved.y) >= SLOP / 2 ? 'pan' : undefined
      else one.gesture = swipeDirection(moved.x, moved.y, environment.mobile())
    }
    if (one.gesture === 'aside')
      show({ offsetX: horizontalOffset(moved.x, environment.stage().width, environment.ends()) })
    if (one.gesture === 'down') show({ down: verticalOffset(moved.y) })
    if (one.gesture === 'pan') {
      const zoom = { ...one.zoom, x: one.zoom.x + moved.x, y: one.zoom.y + moved.y }
      show({ zoom: clampZoom(zoom, environment.picture(), environment.stage()) })
    }
  }

  function handleRelease(one: OneFinger, at: Point, endedAt: number) {
    const { width, height } = environment.stage()
    if (one.gesture === 'aside') {
      const step = swipeResult(at.x - one.from.x, width, environment.ends())
      show({ offsetX: 0 }, true)
      if (step !== 0) environment.move(step)
    } else if (one.gesture === 'down') {
      // The picture keeps its position: the closing animation starts from it.
      if (isClosingSwipe(at.y - one.from.y, height)) environment.close()
      else show({ down: 0 }, true)
    } else if (!one.gesture) tap({ ...at, startedAt: one.startedAt, endedAt }, one.touch)
  }

  function tap(now: Tap, touch: boolean) {
    if (now.endedAt - now.startedAt > LONGEST_TAP_MS) return
    if (!touch && !environment.mobile()) return toggle(now)
    if (isDoubleTap(lastTap, now)) {
      lastTap = undefined
      toggle(now)
    } else {
      lastTap = now
      environment.onTap()
    }
  }

  return {
    view: () => view,

    down(event: PointerLike) {
      if (event.button > 0 || fingers.size === 2) return
      const at = { x: event.clientX, y: event.clientY }
      fingers.set(event.pointerId, at)
      if (fingers.size === 1) hand = createOneFinger(at, event.timeStamp, event.pointerType === 'touch')
      else {
        show({ offsetX: 0, down: 0 })
        hand = { kind: 'two', from: getFingerPair(), zoom: view.zoom }
      }
    },

    moved(event: PointerLike) {
      if (!fingers.has(event.pointerId)) return
      const at = { x: event.clientX, y: event.clientY }
      fingers.set(event.pointerId, at)
      if (hand.kind === 'one') drag(hand, at)
      if (hand.kind === 'two')
        show({
          zoom: pinchZoom(hand.zoom, hand.from, getFingerPair(), environment.picture(), environment.stage()),
        })
    },

    up(event: PointerLike) {
      if (!fingers.delete(event.pointerId)) return
      const before = hand
      hand = { kind: 'none' }
      if (before.kind === 'one')
        handleRelease(before, { x: event.clientX, y: event.clientY }, event.timeStamp)
      if (before.kind !== 'two') return
      // A scale near 1 snaps to 1, or the next swipe would only pan the picture.
      if (view.zoom.scale < MIN_ZOOM) show({ zoom: NO_ZOOM }, true)
      const [remainingFinger] = fingers.values()
      if (remainingFinger) hand = { ...createOneFinger(remainingFinger, Number.NEGATIVE_INFINITY, true) }
    },

    /** Handles pointercancel. */
    cancelled(event: Pick<PointerLike, 'pointerId'>) {
      if (!fingers.delete(event.pointerId)) return
      hand = { kind: 'none' }
      show({ offsetX: 0, down: 0 }, true)
    },

    wheel(event: WheelDelta & { clientX: number; clientY: number }) {
      if (fingers.size > 0) return
      const scale = view.zoom.scale * wheelFactor(event)
      const point = toStagePoint({ x: event.clientX, y: event.clientY })
      show({ zoom: zoomTo(view.zoom, scale, point, environment.picture(), environment.stage()) })
    },

    /** Toggles the zoom about a point, by default about the centre. */
    toggle,

    /** Resets for another photo or another size of the stage. `animated`: the current offset is animated to 0. */
    reset(animated = false) {
      show({ zoom: NO_ZOOM, offsetX: 0, down: 0 }, animated)
    },
  }
}

export type StageGestures = ReturnType<typeof createStageGestures>

export type PointerLike = Pick<
  PointerEvent,
  'pointerId' | 'pointerType' | 'button' | 'clientX' | 'clientY' | 'timeStamp'
>

const LONGEST_TAP_MS = 500
const MIN_ZOOM = 1.05

interface OneFinger {
  kind: 'one'
  /** Undefined until the pointer has moved far enough. */
  gesture: 'aside' | 'down' | 'pan' | undefined
  from: Point
  zoom: Zoom
  startedAt: number
  touch: boolean
}

type Hand = { kind: 'none' } | OneFinger | { kind: 'two'; from: PointPair; zoom: Zoom }
