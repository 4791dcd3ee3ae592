import { useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from './not-me.module.css'
import { NotMeDialog } from './not-me-dialog.tsx'

/** The way to end everything that has access, for an owner who sees something foreign (NX-321). */
export function NotMeCard({ email }: { email: string }) {
  const { text } = useTexts()
  const [isAsking, setAsking] = useState(false)
  return (
    <section className={styles.card} aria-labelledby="security-not-me">
      <div className={styles.text}>
        <h2 id="security-not-me" className={styles.title}>
          {text('security.not-me.title')}
        </h2>
        <p>{text('security.not-me.text', { email })}</p>
      </div>
      <Button variant="line" className={styles.alarm} onClick={() => setAsking(true)}>
        {text('security.not-me.action')}
      </Button>
      {isAsking && <NotMeDialog email={email} onCancel={() => setAsking(false)} />}
    </section>
  )
}
