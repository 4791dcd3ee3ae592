import type { Canvas } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { hills, sunlight } from '../drawing/land.ts'
import { fineNoise, sample, smoothstep } from '../drawing/noise.ts'
import { ramp, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { paintSky } from '../drawing/sky.ts'
import { paintTerrain } from '../drawing/terrain.ts'
import { around, drawVector, linear, radial } from '../drawing/vector.ts'

const cloths = [
  ['#d8432f', '#f4c04a', '#2f4a7a'],
  ['#f0a030', '#e8603a', '#fbe6b8'],
  ['#2f7a8a', '#f4efe0', '#e8a33a'],
  ['#7a3a7a', '#e86a8a', '#f8d8a0'],
  ['#3a6ab0', '#f4d04a', '#d84a3a'],
  ['#4a8a5a', '#f0e6c0', '#c85a3a'],
] as const

const lights = {
  dawn: {
    sky: ['#6f9bd0', '#b4c8dc', '#f6d8b4', '#ffe2b0'],
    sun: '#ffd49a',
    ambient: '#7c88a8',
    field: '#6f8a44',
    wood: '#3a5230',
    fog: '#f0d8bc',
  },
  evening: {
    sky: ['#4a5f9a', '#9a88ac', '#eaa684', '#ffc88c'],
    sun: '#ffb880',
    ambient: '#5f6490',
    field: '#8a8240',
    wood: '#3c4428',
    fog: '#e0b096',
  },
} as const
type Light = (typeof lights)[keyof typeof lights]

/** Hot-air balloons over misty hills; each balloon as [x, y, size, cloth], nearest last. */
export function balloons(
  time: keyof typeof lights,
  fleet: readonly (readonly [number, number, number, number])[],
  view = { u: 0.3, v: 0.1, heading: 0.8 },
) {
  return async (canvas: Canvas, random: Random): Promise<void> => {
    const light = lights[time]
    const horizon = 0.64
    paintSky(canvas, {
      colours: ramp(light.sky),
      horizon: horizon + 0.03,
      sun: { x: 0.84, y: horizon - 0.12, colour: rgb(light.sun), size: 0, halo: 0.55 },
      clouds: {
        cover: 0.5,
        soft: 0.25,
        lit: rgb('#fff2dc'),
        dark: rgb('#b9a8b4'),
        scale: 1,
        seed: random.between(0, 1),
        strength: 0.7,
      },
    })
    countryside(canvas, light, view, horizon)
    for (const [x, y, size, cloth] of fleet) {
      const haze = Math.max(0, 0.55 - size * 2.6)
      await drawVector(
        canvas,
        balloon(x * canvas.width, y * canvas.height, size * canvas.height, cloths[cloth % cloths.length]!),
        {
          texture: 0.04,
          opacity: 1 - haze,
          within: around(x * canvas.width, y * canvas.height, size * canvas.height * 0.65),
        },
      )
    }
    develop(canvas, random, { bloom: 0.6, contrast: 0.28, saturation: 1.08, warmth: 0.12 })
  }
}

function countryside(
  canvas: Canvas,
  light: Light,
  view: { u: number; v: number; heading: number },
  horizon: number,
): void {
  const land = hills()
  const lift = 0.06
  const lit = sunlight(land, lift, view.heading + 1.5, 0.24)
  const [sun, ambient, field, wood, fog] = [
    rgb(light.sun),
    rgb(light.ambient),
    rgb(light.field),
    rgb(light.wood),
    rgb(light.fog),
  ]
  const grit = fineNoise()
  const camera = { ...view, eye: 0.08, lift, horizon, zoom: 1.3, near: 0.04, far: 1.4 }
  paintTerrain(canvas, land, lit, camera, (sunny, height, distance, u, v, out) => {
    const plot = sample(grit, Math.floor(u * 26) * 0.137, Math.floor(v * 19) * 0.171)
    const trees =
      smoothstep(0.52, 0.6, sample(grit, u * 0.8, v * 0.8)) * (0.6 + 0.8 * sample(grit, u * 11, v * 11))
    const furrow = 0.85 + 0.3 * sample(grit, u * 5, v * 5)
    const far = 1 - Math.exp(-distance * 2.1)
    const low = smoothstep(0.42, 0.08, height) * smoothstep(0.08, 0.4, distance) * 0.85
    for (let c = 0; c < 3; c++) {
      let albedo = field[c]! * (0.72 + plot * 0.62 * (c === 2 ? 0.6 : 1)) * furrow
      albedo += (wood[c]! * (0.6 + trees * 0.4) - albedo) * Math.min(1, trees)
      const seen = albedo * (ambient[c]! * 0.62 + sun[c]! * sunny * 1.9)
      const hazy = seen + (fog[c]! - seen) * far
      out[c] = hazy + (fog[c]! * 1.03 - hazy) * low
    }
  })
}

function balloon(x: number, y: number, size: number, cloth: readonly string[]): string {
  const id = `b${Math.round(x)}`
  const envelope =
    'M0 -100 C 58 -100 78 -58 70 -26 C 62 6 30 28 13 52 L -13 52 C -30 28 -62 6 -70 -26 C -78 -58 -58 -100 0 -100 Z'
  const gores = [1, 0.8, 0.58, 0.34, 0.11]
    .map(
      (wide, i) =>
        `<path d="${envelope}" transform="scale(${wide} 1)" fill="${cloth[i % 2 === 0 ? 0 : 1]}"/>`,
    )
    .join('')
  return `<defs>${radial(
    id,
    [
      [0, '#fff', 0.5],
      [0.35, '#fff', 0.06],
      [0.7, '#100820', 0.22],
      [1, '#100820', 0.6],
    ],
    { cx: 0.68, cy: 0.3, r: 0.75 },
  )}
    ${linear(`${id}g`, [
      [0, '#000', 0],
      [1, '#301808', 0.45],
    ])}<clipPath id="${id}c"><path d="${envelope}"/></clipPath></defs>
    <g transform="translate(${x} ${y}) scale(${size / 180})"><path d="M-12 52 L -8 74 M12 52 L 8 74 M-4 52 L -3 74 M4 52 L 3 74" stroke="#3a3030" stroke-width="1"/>
    <g clip-path="url(#${id}c)">${gores}<rect x="-80" y="-46" width="160" height="26" fill="${cloth[2]}"/><path d="M-80 -46 q 10 -9 20 0 t 20 0 t 20 0 t 20 0 t 20 0 t 20 0 t 20 0 t 20 0 v 5 h -160 z" fill="${cloth[2]}"/>
    <rect x="-80" y="-100" width="160" height="160" fill="url(#${id}g)"/></g><path d="${envelope}" fill="url(#${id})"/>
    <ellipse cx="0" cy="52" rx="13" ry="3.4" fill="#2a1a14"/><path d="M0 53 q -5 8 0 15 q 5 -7 0 -15" fill="#ffd070"/>
    <path d="M-9 73 h18 l-1.5 15 q -7.5 3 -15 0 z" fill="#6a4426"/><rect x="-9.5" y="72" width="19" height="3.4" rx="1.5" fill="#8a5c34"/></g>`
}
