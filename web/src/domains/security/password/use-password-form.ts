import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { checkInput } from '#contract/input/field-issues.ts'
import { newPassword, PASSWORD_MAX, PASSWORD_MIN } from '#contract/input/password.ts'
import { changePassword } from '#contract/password.ts'
import { type FormState, useForm } from '#web/platform/forms/use-form.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { reloadSecurity } from '../security-queries.ts'

/** Form of a new password, by the rules of the service; too many changes are shown at the field. It has no draft. */
export function usePasswordForm(email: string, onSaved: () => void): FormState {
  const { text } = useTexts()
  const queries = useQueryClient()
  return useForm({
    check: ({ password }) => checkInput(z.object({ password: newPassword(email) }), { password }, 'form'),
    submit: async body => {
      await call(changePassword, { body }, { unloggedStatuses: [TOO_MANY_REQUESTS] })
      toasts.add({ subject: 'password', kind: 'success', text: text('security.password.saved') })
      onSaved()
      await reloadSecurity(queries)
    },
    message: (_name, issue) => formatIssue({ text }, issue),
    refusal: error =>
      error instanceof HttpFailure && error.status === TOO_MANY_REQUESTS
        ? { password: 'too-many-requests' }
        : undefined,
  })
}

const TOO_MANY_REQUESTS = 429

function formatIssue({ text }: Pick<Texts, 'text'>, issue: string): string {
  switch (issue) {
    case 'too-many-requests':
      return text('settings.email.too-many')
    case 'conflict':
      return text('security.password.same-as-email')
    case 'too-long':
      return text('sign-in.password-too-long', { count: PASSWORD_MAX })
    case 'not-valid':
      return text('security.password.not-valid')
    default:
      return text('sign-in.password-too-short', { count: PASSWORD_MIN })
  }
}
