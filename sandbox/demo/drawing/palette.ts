/** Red, green, blue as shown on a screen, 0..1; light sources may exceed 1 and glow when developed. */
export type Rgb = readonly [number, number, number]

/** A colour from '#rrggbb', times `gain`. */
export function rgb(hex: string, gain = 1): Rgb {
  const n = Number.parseInt(hex.slice(1), 16)
  return [((n >> 16) / 255) * gain, (((n >> 8) & 255) / 255) * gain, ((n & 255) / 255) * gain]
}

/** The colour `t` of the way from a to b. */
export function mix(a: Rgb, b: Rgb, t: number): Rgb {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]
}

/** The colour times a gain: below 1 darker, above 1 a light. */
export function gain(colour: Rgb, by: number): Rgb {
  return [colour[0] * by, colour[1] * by, colour[2] * by]
}

/** A colour as CSS, for SVG. */
export function css(colour: Rgb): string {
  const part = (v: number) => Math.round(Math.max(0, Math.min(1, v)) * 255)
  return `rgb(${part(colour[0])},${part(colour[1])},${part(colour[2])})`
}

const rampSteps = 512

/** A colour scale precomputed for per-pixel use: 512 colours, three numbers each. */
export type Ramp = Float32Array

/** A colour scale through evenly or explicitly placed stops. */
export function ramp(stops: readonly (string | readonly [number, string])[]): Ramp {
  const placed = stops.map((stop, i) =>
    typeof stop === 'string'
      ? { at: i / (stops.length - 1), colour: rgb(stop) }
      : { at: stop[0], colour: rgb(stop[1]) },
  )
  const table = new Float32Array(rampSteps * 3)
  for (let i = 0; i < rampSteps; i++) {
    const t = i / (rampSteps - 1)
    const next = placed.findIndex(stop => stop.at >= t)
    const b = placed[next === -1 ? placed.length - 1 : next]!
    const a = placed[next === -1 ? placed.length - 1 : Math.max(0, next - 1)]!
    table.set(mix(a.colour, b.colour, b.at === a.at ? 0 : (t - a.at) / (b.at - a.at)), i * 3)
  }
  return table
}

/** Writes the colour at t (clamped to 0..1) into `out`. */
export function rampInto(table: Ramp, t: number, out: Float32Array): void {
  const i = Math.round(Math.max(0, Math.min(1, t)) * (rampSteps - 1)) * 3
  out[0] = table[i]!
  out[1] = table[i + 1]!
  out[2] = table[i + 2]!
}

/** The colour at t as a value of its own. */
export function rampAt(table: Ramp, t: number): Rgb {
  const out = new Float32Array(3)
  rampInto(table, t, out)
  return [out[0]!, out[1]!, out[2]!]
}
