import { glow } from './brush.ts'
import { type Canvas, retouch } from './canvas.ts'
import { cloudNoise, fineNoise, sample, smoothstep } from './noise.ts'
import { mix, rgb } from './palette.ts'
import type { Random } from './random.ts'

/** Scatters stars over the sky down to `line` (share of the height). */
export function scatterStars(canvas: Canvas, random: Random, line: number, count: number): void {
  const { width, height } = canvas
  for (let i = 0; i < count; i++) {
    const big = random.between(0, 1) ** 14
    const colour = mix(rgb('#ffd9b0'), rgb('#bcd4ff'), random.between(0, 1))
    const x = random.between(0, width)
    const y = random.between(0, line * height)
    glow(canvas, x, y, 1.3 + big * 4.5, colour, random.between(0.15, 0.75) + big)
  }
}

/** Lays the band of the milky way across the sky: light, dust lanes and its own crowd of faint stars. */
export function paintMilkyWay(
  canvas: Canvas,
  random: Random,
  band: { x: number; y: number; angle: number; width: number },
): void {
  const { width, height } = canvas
  const tile = cloudNoise()
  const grit = fineNoise()
  const cos = Math.cos(band.angle)
  const sin = Math.sin(band.angle)
  const seed = random.between(0, 1)
  const core = rgb('#ffd2a6')
  const rim = rgb('#8fa6e8')
  const dust = rgb('#e0a0b0')
  retouch(
    canvas,
    (x, y, out) => {
      const dx = (x - band.x * width) / height
      const dy = (y - band.y * height) / height
      const along = dx * cos + dy * sin
      const across = (dy * cos - dx * sin) / band.width
      const bend = (sample(tile, along * 0.18 + seed, 0.3) - 0.5) * 1.3
      const off = across - bend
      const body = Math.exp(-off * off * 1.3)
      if (body < 0.02) return
      const cloud = sample(tile, along * 0.3 + seed, across * 0.09 + 0.7)
      const lane =
        smoothstep(0.42, 0.66, sample(tile, along * 0.36 + seed * 2, across * 0.16)) *
        Math.exp(-off * off * 5)
      const light = body * (0.25 + cloud * 0.75) * (1 - lane * 0.85)
      const middle = Math.exp(-off * off * 4) * Math.exp(-along * along * 2.2)
      const speck = smoothstep(0.62, 0.9, sample(grit, x / 330 + seed, y / 330)) * body * 0.35
      for (let c = 0; c < 3; c++) {
        const tone = rim[c]! + (core[c]! - rim[c]!) * middle
        out[c]! +=
          tone * (light * 0.42 + middle * light * 0.4) + dust[c]! * lane * body * 0.06 + speck * (0.3 + light)
      }
    },
    { left: 0, top: 0, right: width, bottom: height },
  )
}

/** Northern lights: hanging curtains that fade upwards. */
export function paintAurora(canvas: Canvas, random: Random, line: number): void {
  const { width, height } = canvas
  const tile = cloudNoise()
  const green = rgb('#3dff9a')
  const violet = rgb('#9a5cff')
  for (let curtain = 0; curtain < 3; curtain++) {
    const seed = random.between(0, 1)
    const foot = line * (0.55 + curtain * 0.13)
    const strength = 0.62 - curtain * 0.12
    for (let x = 0; x < width; x++) {
      const u = x / height
      const wave = sample(tile, u * 0.16 + seed, 0.2) - 0.5
      const bottom = (foot + wave * 0.5) * height
      const fold = smoothstep(0.3, 0.75, sample(tile, u * 0.5 + seed, 0.6 + wave))
      const tall = height * (0.16 + 0.26 * sample(tile, u * 0.9 + seed, 0.9))
      for (
        let y = Math.max(0, Math.floor(bottom - tall * 2.4));
        y < Math.min(line * height, bottom + 30);
        y++
      ) {
        const up = (bottom - y) / tall
        const light = (up < 0 ? Math.exp(up * 9) : Math.exp(-up * 1.6)) * fold * strength
        const blend = Math.min(1, Math.max(0, up * 0.55))
        const at = (y * width + x) * 3
        for (let c = 0; c < 3; c++)
          canvas.data[at + c]! += (green[c]! * (1 - blend) + violet[c]! * blend) * light
      }
    }
  }
}
