import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormActions } from '#web/ui/form/form-actions.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import styles from './delete-account.module.css'
import { useDeletionRequest } from './use-deletion-request.ts'

/** A word to type prevents requests by accident; the input stays when the call fails. */
export function DeletionForm({ onSent }: { onSent: () => void }) {
  const { text } = useTexts()
  const word = text('delete-account.word')
  const [input, setInput] = useState('')
  const { send, pending, failure } = useDeletionRequest(onSent)
  const isTyped = input.trim().toUpperCase() === word
  const label = text('delete-account.type', { word })
  return (
    <Form
      form={{ errors: {}, pending, failed: failure !== undefined, onSubmit: () => isTyped && send() }}
      failure={failure}
      className={styles.form}
    >
      <div className={styles.fields}>
        <div className={styles.word}>
          <TextField
            name="word"
            label={label}
            autoComplete="off"
            autoCorrect="off"
            spellCheck="false"
            autoCapitalize="characters"
            onChange={setInput}
          />
        </div>
        <FormActions>
          <Button
            type="submit"
            variant="danger"
            size="large"
            pending={pending}
            disabledReason={!isTyped && label}
          >
            {text('delete-account.submit')}
          </Button>
          <Link to={PATHS.settings} activeOptions={{ exact: true }} className={buttonClass('quiet', 'large')}>
            {text('account-deleted.keep')}
          </Link>
        </FormActions>
      </div>
    </Form>
  )
}
