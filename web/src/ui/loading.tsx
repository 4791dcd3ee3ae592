import type { ComponentProps } from 'react'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

/** Boxes in place of what is loading, and for screen readers what that is. */
export function Loading({ id, children, ...rest }: LoadingProps) {
  const { text } = useTexts()
  return (
    <div role="status" {...rest}>
      <VisuallyHidden>{text(id)}</VisuallyHidden>
      {children}
    </div>
  )
}

interface LoadingProps extends Omit<ComponentProps<'div'>, 'id'> {
  /** The text. */
  id: MessageId
  /** Marks that the page waits for it. */
  'data-loading'?: boolean
}
