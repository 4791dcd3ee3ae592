import styles from './spinner.module.css'

/**
 * A spinner, visible after 300 ms; takes up its space from the start. Announced if it has a label; without one it is
 * decorative, next to a text.
 */
export function Spinner({ label, size = 24 }: { label?: string; size?: number }) {
  const style = { width: size, height: size }
  return label ? (
    <span role="status" aria-label={label} className={styles.spinner} style={style} />
  ) : (
    <span aria-hidden className={styles.spinner} style={style} />
  )
}
