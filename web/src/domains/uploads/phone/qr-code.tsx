import { generate } from 'lean-qr'
import { useMemo } from 'react'
import styles from './phone-tab.module.css'

/** Width of the quiet zone in modules; ISO/IEC 18004 requires four. */
const QUIET_ZONE = 4

/** A QR code, dark on white in both colour schemes: many readers do not recognize an inverted one. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { size, path } = useMemo(() => toPath(value), [value])
  const side = size + 2 * QUIET_ZONE
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.code}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}

/** Returns the path of the dark modules, with one rectangle per horizontal run. */
function toPath(value: string) {
  const code = generate(value)
  let path = ''
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y)) continue
      const from = x
      while (code.get(x + 1, y)) x++
      path += `M${from + QUIET_ZONE} ${y + QUIET_ZONE}h${x + 1 - from}v1h-${x + 1 - from}z`
    }
  return { size: code.size, path }
}
