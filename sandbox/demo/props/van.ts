import { css, gain, rgb } from '../drawing/palette.ts'
import { linear } from '../drawing/vector.ts'

/** Lower and upper paint, and how bright it is (0..1). */
export type VanLook = { paint: readonly [string, string]; gain: number }

/** A two-tone camper van seen from the side, its wheels on the road at y, as SVG. */
export function van(x: number, y: number, s: number, look: VanLook): string {
  const [low, high] = look.paint.map(hex => css(gain(rgb(hex), look.gain)))
  const wheel = (cx: number) =>
    `<circle cx="${cx}" cy="-34" r="44" fill="#1c1a1a"/><circle cx="${cx}" cy="-34" r="40" fill="#26221f"/><circle cx="${cx}" cy="-34" r="24" fill="${high}"/><circle cx="${cx}" cy="-34" r="24" fill="url(#shine)"/><circle cx="${cx}" cy="-34" r="11" fill="#d8d4cc"/>`
  const pane = (px: number, wide: number, d = '') =>
    `<path d="${d || `M${px} -228 q0 -10 10 -10 h${wide - 20} q10 0 10 10 v52 q0 10 -10 10 h${-(wide - 20)} q-10 0 -10 -10z`}" fill="url(#glass)" stroke="#e8e4dc" stroke-width="4"/>`
  const body =
    'M-262 -60 V-196 Q-262 -262 -206 -270 H168 Q214 -268 236 -206 L256 -150 Q264 -128 262 -60 Q262 -46 246 -46 H-248 Q-262 -46 -262 -60Z'
  return `<defs>${linear(
    'glass',
    [
      [0, '#a8c4d0'],
      [0.45, '#4a6472'],
      [1, '#1e2c36'],
    ],
    { x2: 0.4 },
  )}${linear('shine', [
    [0, '#fff', 0.35],
    [0.3, '#fff', 0],
    [0.62, '#000', 0.02],
    [1, '#000', 0.48],
  ])}<clipPath id="van"><path d="${body}"/></clipPath></defs>
    <g transform="translate(${x} ${y}) scale(${s})"><rect x="-150" y="-296" width="230" height="14" rx="3" fill="#6a4a30"/><path d="M-140 -282 v12 M-60 -282 v12 M20 -282 v12 M70 -282 v12" stroke="#3a3430" stroke-width="5"/><rect x="-132" y="-326" width="92" height="32" rx="5" fill="#a8743c"/><rect x="-34" y="-318" width="60" height="24" rx="11" fill="#4a6a4a"/><path d="M-104 -326 v32 M-68 -326 v32" stroke="#5a3a1c" stroke-width="4"/>
    <g clip-path="url(#van)"><rect x="-270" y="-280" width="560" height="240" fill="${high}"/><path d="M-270 -150 H180 Q236 -150 262 -84 V-40 H-270Z" fill="${low}"/><path d="M-270 -153 H180 Q236 -150 264 -86" stroke="#f0ece4" stroke-width="6" fill="none"/><rect x="-270" y="-280" width="560" height="240" fill="url(#shine)"/></g>
    ${pane(-240, 106)}${pane(-122, 100)}${pane(-10, 100)}${pane(0, 0, 'M106 -238 H160 Q186 -236 200 -206 L214 -168 Q214 -164 208 -164 H114 Q106 -164 106 -172 Z')}
    <path d="M-16 -250 V-52 M98 -250 V-52 M222 -150 V-60" stroke="#000" stroke-opacity=".22" stroke-width="2.5"/><rect x="64" y="-138" width="24" height="6" rx="3" fill="#d8d4cc"/><rect x="112" y="-138" width="24" height="6" rx="3" fill="#d8d4cc"/>
    <circle cx="250" cy="-112" r="14" fill="#fff2cc"/><rect x="-266" y="-118" width="9" height="30" rx="3" fill="#c8281e"/><path d="M-276 -52 H-226 M226 -52 H276" stroke="#d0ccc4" stroke-width="12" stroke-linecap="round"/><path d="M-214 -40 a52 52 0 0 1 104 0 M108 -40 a52 52 0 0 1 104 0" fill="#14110f"/>${wheel(-162)}${wheel(160)}
    <path d="M-228 -228 l46 0 -40 56 0 -46z M-110 -228 l30 0 -28 40z M2 -228 l30 0 -28 40z" fill="#fff" fill-opacity=".28"/></g>`
}
