import type { Canvas } from './canvas.ts'
import type { Land, Sunlight } from './land.ts'
import { between, smoothstep } from './noise.ts'

/** Where one stands and looks; positions and distances in rounds of the land (0..1). */
export type View = {
  u: number
  v: number
  /** Direction of sight; 0 is +u, π/2 is +v. */
  heading: number
  /** Height of the eye, in the land's units times `lift`. */
  eye: number
  lift: number
  /** Share of the picture's height where the eye's level lies. */
  horizon: number
  /** Picture heights per unit of slope: larger is a longer lens. */
  zoom: number
  /** The land rises from nothing between `near` and twice that, so that no slope is cut open before the lens. */
  near: number
  far: number
}

/** What is seen at a spot: sunlight, height 0..1, distance and position; writes its colour into `out`. */
export type Surface = (
  sunny: number,
  height: number,
  distance: number,
  u: number,
  v: number,
  out: Float32Array,
) => void

/**
 * Paints the land over the canvas, nearest first, each column from the bottom up to its skyline. Returns that
 * skyline: per column the topmost row covered.
 */
export function paintTerrain(
  canvas: Canvas,
  land: Land,
  light: Sunlight,
  view: View,
  surface: Surface,
): Float32Array {
  const { width, height } = canvas
  const skyline = new Float32Array(width).fill(height)
  const colour = new Float32Array(3)
  const last = new Float32Array(3)
  const cos = Math.cos(view.heading)
  const sin = Math.sin(view.heading)
  const growth = 1.007
  const foothills = view.near * 2
  for (let x = 0; x < width; x++) {
    const across = (x - width / 2) / (height * view.zoom)
    const du = cos - sin * across
    const dv = sin + cos * across
    let top = height
    let fresh = true
    for (let z = view.near; z < view.far && top > 0; z *= growth) {
      const u = view.u + du * z
      const v = view.v + dv * z
      const ground = between(land.height, land.side, u, v)
      const risen = z < foothills ? ground * smoothstep(view.near * 0.9, foothills, z) : ground
      const y = view.horizon * height + ((view.eye - risen * view.lift) / z) * height * view.zoom
      if (y >= top) {
        fresh = true
        continue
      }
      surface(between(light, land.side, u, v), risen, z, u, v, colour)
      if (fresh) last.set(colour)
      run(canvas, x, Math.max(0, y), top, last, colour)
      last.set(colour)
      fresh = false
      top = Math.max(0, y)
    }
    skyline[x] = top
  }
  return skyline
}

/** Fills a column from row `to` up to row `from`, fading between the two colours; the topmost by coverage. */
function run(
  canvas: Canvas,
  x: number,
  from: number,
  to: number,
  lower: Float32Array,
  upper: Float32Array,
): void {
  const { data, width, height } = canvas
  const length = Math.max(0.001, to - from)
  for (let y = Math.floor(from); y < Math.min(height, Math.ceil(to)); y++) {
    const cover = Math.min(1, y + 1 - from)
    const t = Math.max(0, Math.min(1, (to - y - 0.5) / length))
    const at = (y * width + x) * 3
    for (let c = 0; c < 3; c++) {
      data[at + c]! += (lower[c]! + (upper[c]! - lower[c]!) * t - data[at + c]!) * cover
    }
  }
}
