import { generate } from 'lean-qr'
import { useMemo } from 'react'
import styles from './phone-tab.module.css'

/** Clear modules around a code; readers need four. */
const QUIET = 4

/** A text as a QR code: dark on white in light and dark, as many readers know nothing else. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { size, path } = useMemo(() => drawn(value), [value])
  const side = size + 2 * QUIET
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

/** The dark modules, runs of a row as one. */
function drawn(value: string) {
  const code = generate(value)
  let path = ''
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y)) continue
      const from = x
      while (code.get(x + 1, y)) x++
      path += `M${from + QUIET} ${y + QUIET}h${x + 1 - from}v1h-${x + 1 - from}z`
    }
  return { size: code.size, path }
}
