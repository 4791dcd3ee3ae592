import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useShopLink } from '#web/platform/links/use-shop-link.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ContactLink } from '#web/ui/contact-link.tsx'
import { Icon, type IconProps } from '#web/ui/icon.tsx'
import { PrimaryLink } from '#web/ui/primary-link.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import styles from './result-page.module.css'

/**
 * The result of a confirmation: one icon, one heading, a sentence or two, one button, one link. The heading gets the
 * focus when the page opens and when its text changes.
 */
export function ResultPage({ icon, failed = false, title, children, action, link, note }: ResultPageProps) {
  return (
    <section className={styles.page}>
      <span className={classes('ui-centered ui-accent', styles.icon, failed && styles.failed)}>
        <Icon of={icon} size={32} />
      </span>
      <h1 key={title} ref={focusHeading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      <div className={classes('ui-stack8 ui-above8', styles.text)}>{children}</div>
      <div className={classes('ui-stack12 ui-above24', styles.actions)}>
        {action}
        {link ?? (failed ? <ContactLink className={buttonClass('text')} /> : <ShopLink />)}
      </div>
      {note && <p className={classes('ui-faint ui-above24 ui-small', styles.note)}>{note}</p>}
    </section>
  )
}

const focusHeading = (heading: HTMLElement | null) => heading?.focus()

export interface ResultPageProps {
  icon: IconProps['of']
  failed?: boolean
  title: string
  /** Paragraphs. */
  children?: ReactNode
  action?: ReactNode
  /** Default: the shop, after a failure customer care. */
  link?: ReactNode
  /** Small print below. */
  note?: ReactNode
}

/** A success page without a confirmation of this tab: claims nothing, because anybody can open it. */
export function NothingToDo() {
  const { text } = useTexts()
  return (
    <ResultPage icon={Check} title={text('confirmation.alone.title')}>
      <p>{text('confirmation.alone.text')}</p>
    </ResultPage>
  )
}

/** Shown while a confirmation is requested. */
export function ConfirmationProgress({ title }: { title: MessageId }) {
  const { text } = useTexts()
  return (
    <section className={styles.page} aria-busy="true">
      <span className={classes('ui-centered ui-accent', styles.icon)}>
        <Spinner size={32} />
      </span>
      <h1 className={styles.title}>{text(title)}</h1>
    </section>
  )
}

/** 'Visit the shop'. */
function ShopLink() {
  const { text } = useTexts()
  return (
    <a href={useShopLink()} className={buttonClass('text')} rel="noreferrer">
      {text('orders.empty.action')}
    </a>
  )
}

/** The error page of a confirmation; 'Try again' leads to `retry`. */
export function ConfirmationError({ icon, title, text: message, reason, retry }: ConfirmationErrorProps) {
  const { text } = useTexts()
  return (
    <ResultPage
      failed
      icon={icon}
      title={text(title)}
      action={
        <PrimaryLink to={retry.to} search={retry.search ?? {}}>
          {text('action.try-again')}
        </PrimaryLink>
      }
    >
      {reason && <p>{text(reason)}</p>}
      <p>{text(message)}</p>
    </ResultPage>
  )
}

interface ConfirmationErrorProps {
  icon: IconProps['of']
  title: MessageId
  text: MessageId
  /** Why the link was refused, if that is known. */
  reason?: MessageId | undefined
  retry: { to: string; search?: Record<string, string | string[] | undefined> }
}
