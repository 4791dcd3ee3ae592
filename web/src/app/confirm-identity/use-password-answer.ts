import { reauthenticate } from '#contract/reauthentication.ts'
import { type FormState, useForm } from '#web/platform/forms/use-form.ts'
import { call } from '#web/platform/http/call.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { pageSession } from '#web/platform/session/page-session.ts'
import { endsSession, findWrongAnswer } from './answer-failures.ts'
import { passkeyUsedLast } from './passkey-used-last.ts'

/** The form of the password. `onEnd`: the session has ended, by too many wrong answers or elsewhere. */
export function usePasswordAnswer(onConfirmed: () => void, onEnd: () => void): FormState {
  const { text } = useTexts()
  return useForm<string>({
    check: ({ password = '' }) => (password === '' ? { issues: { password: 'empty' } } : { data: password }),
    submit: async password => {
      await call(reauthenticate, { body: { method: 'password', password } }, { unloggedStatuses: [401] })
      passkeyUsedLast.write(false)
      onConfirmed()
    },
    message: (_name, issue) =>
      issue === 'empty' ? text('sign-in.required') : text('confirm-identity.wrong', { count: Number(issue) }),
    refusal: (error): Record<string, string> | undefined => {
      const wrong = findWrongAnswer(error)
      if (!endsSession(error)) return wrong && { password: String(wrong.attemptsLeft) }
      pageSession().end()
      onEnd()
      return {}
    },
  })
}
