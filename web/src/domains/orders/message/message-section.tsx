import type { Order } from '#contract/orders.ts'
import { classes } from '#web/ui/classes.ts'
import { ContactText } from '#web/ui/contact-text.tsx'
import { MessageButton } from './message-action.tsx'
import styles from './message-section.module.css'
import { useOrderMessage } from './use-order-message.ts'

/**
 * What an order says on top of its page: heading, sentence and at most two actions. Changes are announced politely. Phones have the payment at the foot of the page instead.
 */
export function MessageSection({ order }: { order: Order }) {
  const { view } = useOrderMessage(order)
  const { tone, heading, sentences, contact, quotation, actions } = view
  return (
    <section aria-labelledby="order-message" className={classes(styles.message, styles[tone])}>
      <div className="ui-narrow" aria-live="polite" aria-atomic>
        <h2 id="order-message" className={styles.heading}>
          {heading}
        </h2>
        {(sentences.length > 0 || contact) && (
          <p className={styles.sentence}>
            {sentences.join(' ')}
            {contact && (
              <>
                {' '}
                <ContactText id={contact} />
              </>
            )}
          </p>
        )}
        {quotation && <blockquote className={styles.quotation}>{quotation}</blockquote>}
      </div>
      {actions.length > 0 && (
        <div className={classes(styles.actions, actions[0]?.kind === 'pay' && styles.elsewhere)}>
          {actions.map(action => (
            <MessageButton key={action.kind} order={order} action={action} />
          ))}
        </div>
      )}
    </section>
  )
}
