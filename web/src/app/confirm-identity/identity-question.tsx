import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { useIdentityQuestion } from '#web/platform/session/confirm-identity.ts'

const ConfirmIdentity = lazyComponent(
  () => import('./answer-step-up.ts').then(({ ConfirmIdentity }) => ConfirmIdentity),
  undefined,
  () => false,
)

/** Shows 'Confirm it's you' while a call waits for it. */
export function IdentityQuestion() {
  const question = useIdentityQuestion()
  if (!question) return null
  return (
    <ConfirmIdentity call={question.call} onAnswer={question.answer} onClose={() => question.answer(false)} />
  )
}
