import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FormState } from '#web/platform/forms/use-form.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormActions } from '#web/ui/form/form-actions.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Skeletons } from '#web/ui/skeleton.tsx'
import styles from './form-body.module.css'
import { useSettingsPath } from './use-save-customer.ts'

/** A form of the settings with its fields, its failure and its buttons. */
export function FormBody({ form, submitLabel, failure, children }: FormBodyProps) {
  const { text } = useTexts()
  return (
    <Form form={form} failure={failure ?? text('settings.save-failed')} className={styles.form}>
      {children}
      <FormActions>
        <Button type="submit" variant="primary" pending={form.pending}>
          {submitLabel ?? text('action.save')}
        </Button>
        <Link to={useSettingsPath()} className={buttonClass('quiet')} onClick={form.draft?.remove}>
          {text('action.cancel')}
        </Link>
      </FormActions>
    </Form>
  )
}

interface FormBodyProps {
  form: FormState
  /** Default: 'Save'. */
  submitLabel?: string
  /** Why the call failed; default: the changes could not be saved. */
  failure?: string
  children: ReactNode
}

/** The boxes of a form's fields while the customer is loading. */
export function FormLoading({ fields }: { fields: number }) {
  return (
    <Loading id="settings.loading" className={styles.form}>
      <Skeletons count={fields} height={72} />
    </Loading>
  )
}
