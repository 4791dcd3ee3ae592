import styles from './drop-overlay.module.css'

/** Covers the page while files are dragged over it and says what dropping them does. */
export function DropOverlay({ text }: { text: string }) {
  return <div className={styles.overlay}>{text}</div>
}
