/** A picture scaled about the centre of the stage and then moved, px. Scale 1 is the fitted picture. */
export interface Zoom {
  scale: number
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

/** Px from the centre of the stage. */
export interface Point {
  x: number
  y: number
}

export const NO_ZOOM: Zoom = { scale: 1, x: 0, y: 0 }
/** What bounds a zoom: the sizes of the fitted picture and of the stage, px, and the scale of 100 %. */
export interface Bounds {
  picture: Size
  stage: Size
  /** Scale at which one pixel of the picture is one of the device. */
  actual: number
}

/** Scale a click or double tap toggles to . */
const TOGGLE_SCALE = 2.5
const MIN_MAX_SCALE = 5
/** Maximum enlargement of a fitted picture: a tiny one stays recognisable instead of filling the screen as a blur. */
const MAX_FIT_SCALE = 2

/** Returns the size at which the whole picture fits on the stage; unknown dimensions fill it. */
export function fitPicture(picture: Size, stage: Size): Size {
  if (picture.width <= 0 || picture.height <= 0) return stage
  const ratio = Math.min(stage.width / picture.width, stage.height / picture.height, MAX_FIT_SCALE)
  return { width: picture.width * ratio, height: picture.height * ratio }
}

/** Returns the scale of 100 % of a picture that is fitted to this size; 1 if its dimensions are unknown. */
export function getActualScale(picture: Size, fitted: Size, pixelRatio: number): number {
  return picture.width > 0 && fitted.width > 0 ? picture.width / (fitted.width * pixelRatio) : 1
}

/** Returns the largest scale: 5, or 200 % of the picture's pixels. */
export function getMaxScale(actual: number): number {
  return Math.max(MIN_MAX_SCALE, 2 * actual)
}

/** Clamps a zoom: its scale to 1 to the largest, its offset so that no avoidable gap between picture and stage remains. */
export function clampZoom(zoom: Zoom, { picture, stage, actual }: Bounds): Zoom {
  const scale = clamp(zoom.scale, 1, getMaxScale(actual))
  const computeReach = (size: number, room: number) => Math.max(0, (size * scale - room) / 2)
  const x = computeReach(picture.width, stage.width)
  const y = computeReach(picture.height, stage.height)
  return { scale, x: clamp(zoom.x, -x, x), y: clamp(zoom.y, -y, y) }
}

/** Scales to `scale` and keeps the part of the picture under `point` in place, as far as the bounds allow. */
export function zoomTo(zoom: Zoom, scale: number, point: Point, bounds: Bounds): Zoom {
  return clampZoom(zoomUnclamped(zoom, clamp(scale, 1, getMaxScale(bounds.actual)), point), bounds)
}

/** Toggles between 1 and 2.5; any other scale returns to 1. */
export function toggleZoom(zoom: Zoom, point: Point, bounds: Bounds): Zoom {
  return zoom.scale > 1 ? NO_ZOOM : zoomTo(zoom, TOGGLE_SCALE, point, bounds)
}

/** Zooms by a pinch: the midpoint of two fingers moves the picture, the change of their distance scales it. */
export function pinchZoom(start: Zoom, from: PointPair, to: PointPair, bounds: Bounds): Zoom {
  const before = getMidpoint(from)
  const after = getMidpoint(to)
  const growth = computeDistance(to) / Math.max(1, computeDistance(from))
  const scaledZoom = zoomUnclamped(start, clamp(start.scale * growth, 1, getMaxScale(bounds.actual)), before)
  return clampZoom(
    { ...scaledZoom, x: scaledZoom.x + after.x - before.x, y: scaledZoom.y + after.y - before.y },
    bounds,
  )
}

/** Returns the part of the picture that the stage shows, as shares of the picture's width and height. */
export function computeShownPart(zoom: Zoom, { picture, stage }: Bounds): Point & Size {
  const [x, width] = computeShownRange(zoom.x, picture.width * zoom.scale, stage.width)
  const [y, height] = computeShownRange(zoom.y, picture.height * zoom.scale, stage.height)
  return { x, y, width, height }
}

/** Returns the scale factor of a wheel event; browsers report a trackpad's pinch as small wheel events with Ctrl. */
export function computeWheelFactor({ deltaY, deltaMode, ctrlKey }: WheelDelta): number {
  const pixels = deltaMode === 1 ? deltaY * 16 : deltaMode === 2 ? deltaY * 400 : deltaY
  return Math.exp(-clamp(pixels, -300, 300) * (ctrlKey ? 0.01 : 0.0025))
}

export type PointPair = readonly [Point, Point]
export type WheelDelta = Pick<WheelEvent, 'deltaY' | 'deltaMode' | 'ctrlKey'>

function zoomUnclamped(zoom: Zoom, scale: number, point: Point): Zoom {
  const ratio = scale / zoom.scale
  return { scale, x: point.x - (point.x - zoom.x) * ratio, y: point.y - (point.y - zoom.y) * ratio }
}

function computeShownRange(offset: number, size: number, room: number) {
  if (size <= room) return [0, 1] as const
  return [0.5 - (room / 2 + offset) / size, room / size] as const
}

const getMidpoint = ([a, b]: PointPair): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const computeDistance = ([a, b]: PointPair) => Math.hypot(a.x - b.x, a.y - b.y)
const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))
