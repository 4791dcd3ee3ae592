import {
  type Bounds,
  clampZoom,
  computeWheelFactor,
  NO_ZOOM,
  type Point,
  type PointPair,
  pinchZoom,
  type Size,
  toggleZoom,
  type WheelDelta,
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
  /** Scale of 100 %. */
  actual: () => number
  ends: () => SwipeNeighbours
  /** Small and medium screens: double tap instead of click, swipe down closes. */
  mobile: () => boolean
  draw: (view: StageView, bounds: Bounds, animated: boolean) => void
  move: (step: -1 | 1) => void
  close: () => void
  /** Called on a single tap that does not zoom. */
  onTap: () => void
}

/**
 * Translates pointer and wheel events into zooming, moving between photos and closing. One finger
 * swipes at scale 1 and pans a zoomed picture; two fingers zoom; a third one is ignored.
 */
export function createStageGestures(environment: StageEnvironment) {
  let view: StageView = { zoom: NO_ZOOM, offsetX: 0, down: 0 }
  let state: GestureState = { kind: 'none' }
  let lastTap: Tap | undefined
  let isMouse = false
  const fingers = new Map<number, Point>()

  const getBounds = (): Bounds => ({
    picture: environment.picture(),
    stage: environment.stage(),
    actual: environment.actual(),
  })
  const updateView = (change: Partial<StageView>, animated = false) => {
    view = { ...view, ...change }
    environment.draw(view, getBounds(), animated)
  }
  const zoomToScale = (scale: number, point: Point, animated: boolean) =>
    updateView({ zoom: zoomTo(view.zoom, scale, point, getBounds()) }, animated)
  const toStagePoint = ({ x, y }: Point): Point => {
    const { left, top, width, height } = environment.stage()
    return { x: x - left - width / 2, y: y - top - height / 2 }
  }
  const toggle = (at?: Point) => {
    updateView({ zoom: toggleZoom(view.zoom, at ? toStagePoint(at) : CENTRE, getBounds()) }, true)
  }
  const createOneFinger = (at: Point, startedAt: number, touch: boolean): GestureState => ({
    kind: 'one',
    gesture: undefined,
    from: at,
    zoom: view.zoom,
    startedAt,
    touch,
  })
  const getFingerPair = () => [...fingers.values()].slice(0, 2).map(toStagePoint) as unknown as PointPair

  function handleDrag(finger: OneFinger, at: Point) {
    const distance = { x: at.x - finger.from.x, y: at.y - finger.from.y }
    if (!finger.gesture) {
      if (view.zoom.scale > 1)
        finger.gesture = Math.hypot(distance.x, distance.y) >= SLOP / 2 ? 'pan' : undefined
      else finger.gesture = getSwipeDirection(distance.x, distance.y, environment.mobile())
    }
    if (finger.gesture === 'aside')
      updateView({
        offsetX: computeHorizontalOffset(distance.x, environment.stage().width, environment.ends()),
      })
    if (finger.gesture === 'down') updateView({ down: computeVerticalOffset(distance.y) })
    if (finger.gesture === 'pan') {
      const zoom = { ...finger.zoom, x: finger.zoom.x + distance.x, y: finger.zoom.y + distance.y }
      updateView({ zoom: clampZoom(zoom, getBounds()) })
    }
  }

  function handleRelease(finger: OneFinger, at: Point, endedAt: number) {
    const { width, height } = environment.stage()
    if (finger.gesture === 'aside') {
      const step = getSwipeStep(at.x - finger.from.x, width, environment.ends())
      updateView({ offsetX: 0 }, true)
      if (step !== 0) environment.move(step)
    } else if (finger.gesture === 'down') {
      // The picture keeps its position: the closing animation starts from it.
      if (isClosingSwipe(at.y - finger.from.y, height)) environment.close()
      else updateView({ down: 0 }, true)
    } else if (!finger.gesture) handleTap({ ...at, startedAt: finger.startedAt, endedAt }, finger.touch)
  }

  function handleTap(tap: Tap, touch: boolean) {
    if (tap.endedAt - tap.startedAt > LONGEST_TAP_MS) return
    if (!touch && !environment.mobile()) return toggle(tap)
    if (isDoubleTap(lastTap, tap)) {
      lastTap = undefined
      toggle(tap)
    } else {
      lastTap = tap
      environment.onTap()
    }
  }

  return {
    view: () => view,

    onPointerDown(event: PointerLike) {
      if (event.button > 0 || fingers.size === 2) return
      isMouse = event.pointerType !== 'touch'
      const at = { x: event.clientX, y: event.clientY }
      fingers.set(event.pointerId, at)
      if (fingers.size === 1) state = createOneFinger(at, event.timeStamp, event.pointerType === 'touch')
      else {
        updateView({ offsetX: 0, down: 0 })
        state = { kind: 'two', from: getFingerPair(), zoom: view.zoom }
      }
    },

    onPointerMove(event: PointerLike) {
      if (!fingers.has(event.pointerId)) return
      const at = { x: event.clientX, y: event.clientY }
      fingers.set(event.pointerId, at)
      if (state.kind === 'one') handleDrag(state, at)
      if (state.kind === 'two')
        updateView({ zoom: pinchZoom(state.zoom, state.from, getFingerPair(), getBounds()) })
    },

    onPointerUp(event: PointerLike) {
      if (!fingers.delete(event.pointerId)) return
      const previousState = state
      state = { kind: 'none' }
      if (previousState.kind === 'one')
        handleRelease(previousState, { x: event.clientX, y: event.clientY }, event.timeStamp)
      if (previousState.kind !== 'two') return
      // A scale near 1 snaps to 1, or the next swipe would only pan the picture.
      if (view.zoom.scale < MIN_ZOOM) updateView({ zoom: NO_ZOOM }, true)
      const [remainingFinger] = fingers.values()
      if (remainingFinger) state = { ...createOneFinger(remainingFinger, Number.NEGATIVE_INFINITY, true) }
    },

    /** Handles pointercancel. */
    onPointerCancel(event: Pick<PointerLike, 'pointerId'>) {
      if (!fingers.delete(event.pointerId)) return
      state = { kind: 'none' }
      updateView({ offsetX: 0, down: 0 }, true)
    },

    onWheel(event: WheelDelta & { clientX: number; clientY: number }) {
      if (fingers.size > 0) return
      const scale = view.zoom.scale * computeWheelFactor(event)
      zoomToScale(scale, toStagePoint({ x: event.clientX, y: event.clientY }), false)
    },

    /** Toggles between the fitted picture and 100 %. The two clicks before have toggled the zoom, and back. */
    onDoubleClick({ clientX, clientY }: { clientX: number; clientY: number }) {
      if (!isMouse || environment.mobile()) return
      if (view.zoom.scale > 1) updateView({ zoom: NO_ZOOM }, true)
      else zoomToScale(environment.actual(), toStagePoint({ x: clientX, y: clientY }), true)
    },

    /** Toggles the zoom about a point, by default about the centre. */
    toggle,

    /** Scales about the centre of the stage, within the bounds. */
    zoomTo: (scale: number, animated = false) => zoomToScale(scale, CENTRE, animated),

    /** Shows one pixel of the picture as one of the device, if that is larger than fitted. */
    showActual: () => zoomToScale(environment.actual(), CENTRE, true),

    /** Moves the shown part of a zoomed picture by shares of the stage. */
    pan(x: number, y: number) {
      const { width, height } = environment.stage()
      const zoom = { ...view.zoom, x: view.zoom.x - x * width, y: view.zoom.y - y * height }
      updateView({ zoom: clampZoom(zoom, getBounds()) }, true)
    },

    /** Resets for another photo or another size of the stage. `animated`: the current offset is animated to 0. */
    reset(animated = false) {
      updateView({ zoom: NO_ZOOM, offsetX: 0, down: 0 }, animated)
    },
  }
}

export type StageGestures = ReturnType<typeof createStageGestures>

export type PointerLike = Pick<
  PointerEvent,
  'pointerId' | 'pointerType' | 'button' | 'clientX' | 'clientY' | 'timeStamp'
>

const LONGEST_TAP_MS = 500
const CENTRE: Point = { x: 0, y: 0 }
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

type GestureState = { kind: 'none' } | OneFinger | { kind: 'two'; from: PointPair; zoom: Zoom }

/** Longest time between the end of the first and the start of the second tap of a double tap. */
const DOUBLE_TAP_MS = 200

/** Longest distance between the taps of a double tap, px. */
const NEAR = 40

interface Tap {
  x: number
  y: number
  startedAt: number
  endedAt: number
}

function isDoubleTap(first: Tap | undefined, second: Tap): boolean {
  return (
    first !== undefined &&
    second.startedAt - first.endedAt <= DOUBLE_TAP_MS &&
    Math.hypot(second.x - first.x, second.y - first.y) <= NEAR
  )
}

/** A swipe over more than this share of the width changes the photo, of the height closes. */
const SWIPE_SHARE = 0.35

/** Px the picture moves per px of the finger: towards a photo or down to close, and against an end. */
const FOLLOW_RATIO = 1.5

const RESIST_RATIO = 0.2

/** Movement, px, from which a swipe has a direction. */
const SLOP = 8

/** Whether the shown photo has a previous and a next one. */
interface SwipeNeighbours {
  before: boolean
  after: boolean
}

/** Computes the horizontal offset of the photos, px, for a finger that has moved `movement` px; at an end they resist. */
function computeHorizontalOffset(movement: number, width: number, ends: SwipeNeighbours): number {
  const hasNeighbour = movement > 0 ? ends.before : ends.after
  if (!hasNeighbour) return movement * RESIST_RATIO
  return Math.sign(movement) * Math.min(Math.abs(movement) * FOLLOW_RATIO, width)
}

/** Returns the result of a finished swipe: -1 the previous photo, 1 the next one, 0 springs back. */
function getSwipeStep(movement: number, width: number, ends: SwipeNeighbours): -1 | 0 | 1 {
  if (Math.abs(movement) <= width * SWIPE_SHARE) return 0
  if (movement > 0) return ends.before ? -1 : 0
  return ends.after ? 1 : 0
}

/** Computes the vertical offset of the photo, px; upwards it resists. */
function computeVerticalOffset(movement: number): number {
  return movement * (movement > 0 ? FOLLOW_RATIO : RESIST_RATIO)
}

function isClosingSwipe(movement: number, height: number): boolean {
  return movement > height * SWIPE_SHARE
}

/** Returns the direction of a swipe; undefined until it has moved far enough. Down only where that closes (mobile). */
function getSwipeDirection(x: number, y: number, mayClose: boolean): 'aside' | 'down' | undefined {
  if (Math.hypot(x, y) < SLOP) return undefined
  return mayClose && y > 0 && y > Math.abs(x) ? 'down' : 'aside'
}
