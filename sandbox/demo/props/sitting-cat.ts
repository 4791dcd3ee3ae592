/** Seen from behind, looking out, its head turned a little; the tail hangs over the sill. */
export function sittingCat(x: number, y: number, s: number, fur: string, rim: string): string {
  const sheen = rim.startsWith('#')
    ? ''
    : `<path d="M-108 -60 C-118 -180 -80 -270 -58 -312" stroke="rgb(${rim})" stroke-opacity=".5" stroke-width="5" fill="none"/>`
  return `<g transform="translate(${x} ${y}) scale(${s})"><path d="M-118 4 C-150 -90 -104 -210 -72 -282 C-92 -318 -100 -352 -94 -392 C-92 -412 -97 -446 -92 -470 C-76 -462 -60 -446 -50 -430 C-24 -440 14 -440 38 -430 C48 -446 64 -462 80 -470 C86 -446 82 -412 86 -392 C92 -352 82 -318 64 -284 C96 -214 146 -110 118 4 Z" fill="${fur}"/>
    <path d="M100 -30 C150 -28 176 10 168 66 C162 112 132 128 128 152 C126 170 148 174 150 160 C166 168 152 198 126 190 C92 178 100 132 122 104 C142 76 132 40 92 34 Z" fill="${fur}"/>${sheen}
    <g stroke="${fur}" stroke-width="1.8" stroke-opacity=".7" fill="none"><path d="M-84 -352 Q-122 -354 -146 -340 M-84 -344 Q-118 -336 -138 -320 M78 -352 Q116 -354 140 -340 M78 -344 Q112 -336 132 -320"/></g></g>`
}
