import styles from './spinner.module.css'

/**
 * A turning ring that shows only after 300 ms; its place is kept from the start. With a label it is announced,
 * without one it is decoration beside a text that says the same.
 */
export function Spinner({ label, size = 24 }: { label?: string; size?: number }) {
  const style = { width: size, height: size }
  return label ? (
    <span role="status" aria-label={label} className={styles.spinner} style={style} />
  ) : (
    <span aria-hidden className={styles.spinner} style={style} />
  )
}
