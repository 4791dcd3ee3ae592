import { blade, glow } from '../drawing/brush.ts'
import type { Canvas } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { hills, sunlight } from '../drawing/land.ts'
import { paintMilkyWay, scatterStars } from '../drawing/night.ts'
import { ramp, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { paintSky } from '../drawing/sky.ts'
import { paintTerrain } from '../drawing/terrain.ts'
import { firBelt } from '../drawing/trees.ts'
import { around, drawVector, linear, radial } from '../drawing/vector.ts'

/** The milky way over a meadow, with a lit tent or a belt of firs in front. */
export function nightSky(front: 'tent' | 'firs') {
  return async (canvas: Canvas, random: Random): Promise<void> => {
    const { width, height } = canvas
    paintSky(canvas, {
      colours: ramp(['#060a1c', '#0d1636', '#1b2a54', '#3f4a72']),
      horizon: 0.8,
      sun: { x: 0.3, y: 0.8, colour: rgb('#ff9a6a'), size: 0, halo: 0.22 },
    })
    paintMilkyWay(canvas, random, { x: 0.55, y: 0.4, angle: front === 'tent' ? -0.95 : -1.25, width: 0.16 })
    scatterStars(canvas, random, 0.8, 1500)
    const land = hills()
    const lit = sunlight(land, 0.08, 2, 0.6)
    const fog = rgb('#27335a')
    paintTerrain(
      canvas,
      land,
      lit,
      { u: 0.2, v: 0.6, heading: 1, eye: 0.05, lift: 0.07, horizon: 0.74, zoom: 1.4, near: 0.03, far: 1 },
      (sunny, _height, distance, _u, _v, out) => {
        const far = 1 - Math.exp(-distance * 2.2)
        const tone = 0.025 + sunny * 0.03
        out[0] = tone * 0.7 + (fog[0] - tone) * far
        out[1] = tone * 0.9 + (fog[1] - tone) * far
        out[2] = tone * 1.3 + (fog[2] - tone) * far
      },
    )
    if (front === 'tent') await pitchTent(canvas, width * 0.34, height * 0.93, height * 0.2)
    else
      firBelt(
        canvas,
        random,
        x => height * (0.96 + 0.05 * Math.sin(x / 210)),
        height * 0.26,
        rgb('#060a12'),
        { density: 1.3 },
      )
    for (let i = 0; i < 900; i++) {
      const x = random.between(0, width)
      const lightUp = front === 'tent' ? Math.exp(-(((x - width * 0.34) / (width * 0.16)) ** 2)) * 0.16 : 0
      blade(
        canvas,
        x,
        height + 4,
        height * random.between(0.02, 0.09),
        random.bell() * 12,
        2.4,
        [0.01, 0.012, 0.015],
        [0.03 + lightUp, 0.04 + lightUp * 0.75, 0.04 + lightUp * 0.3],
      )
    }
    develop(canvas, random, { bloom: 0.7, contrast: 0.35, saturation: 1.1, grain: 0.034, vignette: 0.3 })
  }
}

async function pitchTent(canvas: Canvas, x: number, y: number, size: number): Promise<void> {
  glow(canvas, x, y - size * 0.2, size * 2.1, rgb('#ff9a4a'), 0.22)
  const defs = `<defs>${radial(
    'inside',
    [
      [0, '#fff0b8'],
      [0.35, '#ffc35c'],
      [1, '#c8641c'],
    ],
    { cx: 0.45, cy: 0.85, r: 0.85 },
  )}${linear('side', [
    [0, '#7a3512'],
    [1, '#e88a34'],
  ])}</defs>`
  const tent = `<g transform="translate(${x} ${y}) scale(${size / 100})">
    <path d="M-8 -88 Q 60 -84 108 0 L 40 4 Z" fill="url(#side)"/>
    <path d="M-8 -88 Q -52 -40 -78 2 L 44 4 Q 20 -52 -8 -88 Z" fill="url(#inside)"/>
    <path d="M-8 -88 L -14 3 L 10 3 Z" fill="#fff3cc" fill-opacity=".75"/>
    <path d="M-8 -88 L -14 3 M-8 -88 L 10 3 M-8 -88 L -78 2 M-8 -88 L 44 4" stroke="#6a2c0c" stroke-width="1.6" fill="none"/>
    <path d="M-42 3 q 0 -26 9 -30 q 4 -11 -1 -14 q 6 -9 12 0 q 0 9 -4 13 q 12 5 11 31 z" fill="#8a3c10" fill-opacity=".55"/>
    <path d="M-78 2 L -104 9 M108 0 L 128 7" stroke="#5a4430" stroke-width="1"/></g>`
  await drawVector(canvas, defs + tent, {
    light: 1.35,
    within: around(x, y - size * 0.4, size * 1.4, size * 0.6),
  })
}
