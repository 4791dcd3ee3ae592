import type { ReactNode } from 'react'
import type { FormState } from '#web/platform/forms/use-form.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '../alert-banner.tsx'

/** Why the last submit failed: the form's own text where the reason is known, else `children`; nothing otherwise. */
export function FormFailure({ form, children }: FormFailureProps) {
  const { text } = useTexts()
  const { failed, problem } = form
  return failed && <AlertBanner kind="error">{problem ? text(`form.${problem}`) : children}</AlertBanner>
}

interface FormFailureProps {
  form: Pick<FormState, 'failed' | 'problem'>
  children: ReactNode
}
