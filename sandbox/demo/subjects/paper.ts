import type { Graphic } from '../drawing/encode.ts'
import { seededRandom } from '../drawing/random.ts'

/** A travel poster: sun, ridges and their mirror image in five inks. */
export function ridgePoster(): Graphic {
  const ridges = ['#f0a86a', '#e07a52', '#b8484a', '#7a2f4a', '#3a1f3c'].map((ink, i) => {
    const random = seededRandom(40 + i)
    const y = 980 + i * 150
    let path = `M0 ${y}`
    for (let x = 0; x <= 1500; x += 150)
      path += ` L${x + random.between(-40, 40)} ${y - random.between(0, 260 - i * 34)}`
    return `<path d="${path} L1500 ${y} V2100 H0Z" fill="${ink}"/>`
  })
  const rays = Array.from(
    { length: 28 },
    (_, i) =>
      `<path d="M750 760 L690 -800 H810Z" transform="rotate(${(i * 360) / 28} 750 760)" fill="#f8dca0" fill-opacity=".5"/>`,
  )
  return {
    width: 1500,
    height: 2100,
    elements: `<rect width="1500" height="2100" fill="#f4e8cf"/><svg x="90" y="90" width="1320" height="1920" viewBox="0 0 1500 2100" preserveAspectRatio="xMidYMid slice"><rect width="1500" height="2100" fill="#f6c98a"/>${rays.join('')}<circle cx="750" cy="760" r="270" fill="#e8583a"/>${ridges.join('')}<path d="M0 1800 Q400 1740 760 1810 T1500 1780 V2100 H0Z" fill="#241430"/></svg>`,
  }
}

/** A screenshot of a walking map: streets, park, river, the way taken and a pin at its end. */
export function mapScreenshot(): Graphic {
  const random = seededRandom(77)
  let blocks = ''
  for (let y = -200; y < 2700; y += 170) {
    for (let x = -200; x < 1400; x += 210) {
      const tone = random.pick(['#ece7dd', '#e8e2d6', '#f1ece3'])
      const [w, h] = [210 - random.between(18, 30), 170 - random.between(18, 26)]
      blocks += `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="6" fill="${tone}"/>`
      for (let i = 0; i < 5; i++)
        blocks += `<rect x="${x + random.between(8, w - 60)}" y="${y + random.between(8, h - 50)}" width="${random.between(26, 54)}" height="${random.between(22, 44)}" fill="#d9d2c4"/>`
    }
  }
  const trees = Array.from(
    { length: 90 },
    () =>
      `<circle cx="${random.between(90, 560)}" cy="${random.between(880, 1330)}" r="${random.between(9, 20)}" fill="#9cc487"/>`,
  ).join('')
  const way = 'M210 1810 L330 1690 L330 1500 L640 1420 L700 1240 L860 1170 L850 1060 L960 960'
  return {
    width: 1170,
    height: 2532,
    elements: `<rect width="1170" height="2532" fill="#faf8f4"/><g transform="rotate(-14 585 1266)">${blocks}<path d="M-200 640 H1500 M-200 1490 H1500 M420 -400 V3000" stroke="#f8dc8c" stroke-width="34"/></g>
      <path d="M-40 1420 Q260 1500 420 1700 T820 1990 T1240 2230" stroke="#a8cfe6" stroke-width="130" fill="none"/><path d="M110 900 Q330 800 560 900 Q640 1120 520 1320 Q280 1400 120 1300 Q40 1080 110 900Z" fill="#bfdcab"/>${trees}<path d="M130 1260 Q300 1080 540 930" stroke="#f4f0e4" stroke-width="10" fill="none"/>
      <path d="${way}" stroke="#fff" stroke-width="34" fill="none" stroke-linejoin="round" stroke-linecap="round"/><path d="${way}" stroke="#2f6fe0" stroke-width="22" fill="none" stroke-linejoin="round" stroke-linecap="round"/><circle cx="210" cy="1810" r="34" fill="#fff"/><circle cx="210" cy="1810" r="22" fill="#2f6fe0"/>
      <g transform="translate(-50 260)"><ellipse cx="1010" cy="706" rx="34" ry="11" fill="#000" fill-opacity=".25"/><path d="M1010 700 C980 640 930 610 930 546 A80 80 0 0 1 1090 546 C1090 610 1040 640 1010 700Z" fill="#e0402f"/><circle cx="1010" cy="546" r="30" fill="#fff"/></g>
      <rect x="40" y="130" width="1090" height="132" rx="66" fill="#fff"/><circle cx="118" cy="190" r="24" fill="none" stroke="#7a7a80" stroke-width="9"/><path d="M136 208 l24 24" stroke="#7a7a80" stroke-width="10" stroke-linecap="round"/><rect x="196" y="176" width="420" height="32" rx="16" fill="#c9c8cc"/><circle cx="1060" cy="196" r="42" fill="#e8a860"/>
      <path d="M0 2240 Q0 2190 50 2190 H1120 Q1170 2190 1170 2240 V2532 H0Z" fill="#fff"/><rect x="505" y="2212" width="160" height="12" rx="6" fill="#d4d3d8"/><circle cx="120" cy="2340" r="58" fill="#2f6fe0"/><path d="M96 2362 l24 -48 24 48 -24 -12z" fill="#fff"/><rect x="210" y="2300" width="380" height="34" rx="17" fill="#3a3a42"/><rect x="210" y="2354" width="520" height="26" rx="13" fill="#b8b7bd"/><rect x="860" y="2288" width="250" height="104" rx="52" fill="#2f6fe0"/><rect x="920" y="2328" width="130" height="24" rx="12" fill="#fff"/><rect x="395" y="2490" width="380" height="14" rx="7" fill="#1c1c20"/>`,
  }
}

/** A concert poster: rings and half discs, as if cut from paper. */
export function ringPoster(): Graphic {
  const random = seededRandom(5)
  const inks = ['#e8583a', '#f2b84a', '#2f6f7a', '#1f2f44', '#d8c8a8']
  let tiles = ''
  for (let row = 0; row < 7; row++) {
    for (let column = 0; column < 5; column++) {
      const [x, y] = [100 + column * 260, 100 + row * 260]
      const ground = inks[(row * 2 + column * 3) % 5]!
      const ink = inks[(row * 2 + column * 3 + 1 + Math.floor(random.between(0, 3))) % 5]!
      const turn = random.pick([0, 90, 180, 270])
      const shape = random.pick([
        '<circle cx="130" cy="130" r="130"/><circle cx="130" cy="130" r="72" fill="GROUND"/><circle cx="130" cy="130" r="30"/>',
        '<path d="M0 0 A260 260 0 0 1 260 260 H0Z"/><path d="M0 110 A150 150 0 0 1 150 260 H0Z" fill="GROUND"/>',
        '<path d="M0 130 A130 130 0 0 1 260 130Z M0 260 A130 130 0 0 1 260 260Z"/>',
        '<path d="M0 0 H260 L0 260Z"/><circle cx="180" cy="180" r="46"/>',
      ])
      tiles += `<rect x="${x}" y="${y}" width="260" height="260" fill="${ground}"/><g transform="translate(${x} ${y}) rotate(${turn} 130 130)" fill="${ink}">${shape.replaceAll('GROUND', ground)}</g>`
    }
  }
  return { width: 1500, height: 2020, elements: `<rect width="1500" height="2020" fill="#f4ecdc"/>${tiles}` }
}
