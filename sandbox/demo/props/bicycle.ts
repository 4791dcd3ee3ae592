/** A city bicycle seen from the side, its wheels on y = 0, about 700 wide and 430 high, as SVG. */
export function bicycleSide(frame: string): string {
  const wheel = (cx: number) => {
    const spokes = Array.from({ length: 28 }, (_, i) => {
      const a = (i / 28) * Math.PI * 2
      return `M${cx + Math.cos(a + 0.5) * 9} ${-146 + Math.sin(a + 0.5) * 9} L${cx + Math.cos(a) * 136} ${-146 + Math.sin(a) * 136}`
    }).join('')
    return `<circle cx="${cx}" cy="-146" r="142" fill="none" stroke="#1e1a18" stroke-width="9"/><circle cx="${cx}" cy="-146" r="134" fill="none" stroke="#c8c4bc" stroke-width="4"/><path d="${spokes}" stroke="#b8b4ac" stroke-width="1.2"/><circle cx="${cx}" cy="-146" r="9" fill="#8a8680"/>`
  }
  return `${wheel(-212)}${wheel(212)}<g fill="none" stroke="${frame}" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"><path d="M-212 -146 L-22 -132 L-88 -330 Z M-22 -132 L146 -322 L-82 -312 M212 -146 Q176 -236 140 -350"/></g><path d="M-358 -168 A150 150 0 0 1 -212 -298 M66 -170 A150 150 0 0 1 212 -298 A150 150 0 0 1 300 -266" stroke="${frame}" stroke-width="6" fill="none"/>
    <path d="M-88 -330 L-97 -362 M140 -350 L130 -392" stroke="#b8b4ac" stroke-width="8"/><path d="M-152 -378 Q-118 -392 -62 -368 Q-48 -360 -62 -356 Q-100 -352 -132 -356 Q-160 -362 -152 -378Z" fill="#6a3a1e"/><path d="M130 -392 Q96 -404 66 -384 M130 -392 Q150 -412 110 -428 Q76 -424 54 -398" stroke="#b8b4ac" stroke-width="6" fill="none"/><path d="M78 -391 L56 -380 M68 -412 L48 -394" stroke="#4a2a18" stroke-width="11" stroke-linecap="round"/>
    <circle cx="-22" cy="-132" r="34" fill="none" stroke="#8a8680" stroke-width="5"/><path d="M-22 -132 L10 -84 M-8 -84 h36 M-22 -132 L-54 -180 M-72 -180 h36" stroke="#4a4642" stroke-width="7"/><path d="M-212 -155 L-22 -166 M-212 -137 L-22 -98" stroke="#3a3632" stroke-width="3"/>
    <path d="M152 -372 h124 l-14 78 h-92 z" fill="#a8743c"/><path d="M152 -372 h124 M157 -352 h116 M161 -332 h108 M165 -312 h100 M176 -372 l8 78 M200 -372 l4 78 M226 -372 l-2 78 M250 -372 l-6 78" stroke="#6a4420" stroke-width="3"/>`
}
