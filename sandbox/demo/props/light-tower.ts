import { css, gain, rgb } from '../drawing/palette.ts'
import { linear } from '../drawing/vector.ts'

/** How bright it is (0..1), the colour of the stripes, and whether the lamp is lit (1) or not (0). */
export type TowerLight = { gain: number; stripe: string; lamp: number }

/** A striped lighthouse with its keeper's house, standing at (x, y); `size` is its height in pixels. */
export function lightTower(x: number, y: number, size: number, light: TowerLight): string {
  const white = css(gain(rgb('#f6f2ea'), light.gain * 1.02))
  const red = css(gain(rgb(light.stripe), light.gain * 1.05))
  const dark = css(gain(rgb('#2c2c34'), light.gain))
  const half = (up: number) => 26 - up * 0.115
  const bands = [0, 1, 2, 3, 4].map(i => {
    const [a, b] = [i * 26, i * 26 + 26]
    return `<path d="M${-half(a)} ${-a} L${-half(b)} ${-b} Q0 ${-b + 6} ${half(b)} ${-b} L${half(a)} ${-a} Q0 ${-a + 6} ${-half(a)} ${-a}Z" fill="${i % 2 ? white : red}"/>`
  })
  return `<defs>${linear(
    'round',
    [
      [0, '#fff', 0.25],
      [0.3, '#fff', 0],
      [0.55, '#000', 0.1],
      [1, '#000', 0.58],
    ],
    { x2: 1, y2: 0 },
  )}</defs>
    <g transform="translate(${x} ${y}) scale(${size / 170})"><path d="M30 2 V-26 L54 -40 L78 -26 V2 Z" fill="${white}"/><path d="M26 -24 L54 -44 L82 -24 L78 -21 L54 -38 L30 -21 Z" fill="${red}"/><rect x="38" y="-20" width="10" height="10" fill="${light.lamp ? '#ffd27a' : dark}"/><rect x="58" y="-20" width="10" height="10" fill="${light.lamp ? '#ffd27a' : dark}"/><rect x="30" y="-26" width="48" height="28" fill="url(#round)" fill-opacity=".5"/>
    ${bands.join('')}<path d="M-26 0 L-11 -130 H11 L26 0 Q0 6 -26 0Z" fill="url(#round)"/>
    ${[34, 70, 106].map(up => `<rect x="-3" y="${-up}" width="6" height="11" rx="3" fill="${light.lamp ? '#ffd890' : dark}"/>`).join('')}<path d="M-6 2 V-14 Q0 -20 6 -14 V2Z" fill="${dark}"/>
    <path d="M-17 -130 H17 L14 -136 H-14Z" fill="${dark}"/><path d="M-17 -131 V-142 M-9 -131 V-142 M0 -131 V-142 M9 -131 V-142 M17 -131 V-142 M-17 -142 H17" stroke="${dark}" stroke-width="1.4"/>
    <rect x="-9" y="-156" width="18" height="21" fill="${light.lamp ? '#fff2c4' : css(gain(rgb('#b8d0dc'), light.gain))}"/><path d="M-9 -156 V-135 M-3 -156 V-135 M3 -156 V-135 M9 -156 V-135" stroke="${dark}" stroke-width="1.3"/><path d="M-12 -156 Q-9 -169 0 -171 Q9 -169 12 -156Z" fill="${red}"/><path d="M-12 -156 Q-9 -169 0 -171 Q9 -169 12 -156Z" fill="url(#round)"/><path d="M0 -171 V-180" stroke="${dark}" stroke-width="1.6"/></g>`
}
