import styles from './drop-overlay.module.css'

/** Over the page while files are held above it: what happens when they are let go. */
export function DropOverlay({ text }: { text: string }) {
  return <div className={styles.overlay}>{text}</div>
}
