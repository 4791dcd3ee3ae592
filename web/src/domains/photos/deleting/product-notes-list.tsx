import styles from './delete-dialog.module.css'

/** Consequences of deleting for products; appears and is announced once they are loaded. */
export function ProductNotes({ notes }: { notes: readonly string[] | undefined }) {
  return (
    <div role="status" className={styles.notes}>
      {notes?.map(note => (
        <p key={note}>{note}</p>
      ))}
    </div>
  )
}
