import styles from './delete-dialog.module.css'

/** What deleting means for products; appears when it is known, and is read out then. */
export function ProductNotes({ notes }: { notes: readonly string[] | undefined }) {
  return (
    <div role="status" className={styles.notes}>
      {notes?.map(note => (
        <p key={note}>{note}</p>
      ))}
    </div>
  )
}
