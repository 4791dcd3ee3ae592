import CircleAlert from 'lucide-react/icons/circle-alert'
import { useId } from 'react'
import { Icon } from '../icon.tsx'
import styles from './error-summary.module.css'

/** The errors of a form with several of them; each leads to its field. */
export function ErrorSummary({ title, errors, onChoose }: ErrorSummaryProps) {
  const id = useId()
  return (
    <div role="alert" aria-labelledby={id} className={styles.summary}>
      <Icon of={CircleAlert} />
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <ul className={styles.list}>
        {Object.entries(errors).map(([name, error]) => (
          <li key={name}>
            <button type="button" className={styles.link} onClick={() => onChoose(name)}>
              {error}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface ErrorSummaryProps {
  title: string
  errors: Readonly<Record<string, string>>
  onChoose: (name: string) => void
}
