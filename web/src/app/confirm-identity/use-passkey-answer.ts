import { useState } from 'react'
import { reauthenticate } from '#contract/reauthentication.ts'
import { call } from '#web/platform/http/call.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { pageSession } from '#web/platform/session/page-session.ts'
import { endsSession, findWrongAnswer } from './answer-failures.ts'
import { passkeyUsedLast } from './passkey-used-last.ts'

/** The button of the passkey. `options` are in the page before the press, in which Safari wants the browser's own call. */
export function usePasskeyAnswer(
  options: Record<string, unknown> | null,
  onConfirmed: () => void,
  { onEnd, onUsed }: { onEnd: () => void; onUsed: () => void },
) {
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle')
  const answer = async () => {
    const response = await requestPasskey(options!)
    await call(reauthenticate, { body: { method: 'passkey', response } }, { unloggedStatuses: [401] })
    passkeyUsedLast.write(true)
  }
  const start = () => {
    setState('pending')
    answer().then(onConfirmed, (error: unknown) => {
      setState('failed')
      if (endsSession(error)) {
        pageSession().end()
        return onEnd()
      }
      // A challenge can be answered once; the browser's own refusals (NotAllowedError) have not used it.
      if (findWrongAnswer(error)) onUsed()
      else if (!(error instanceof DOMException)) reportFailure(error)
    })
  }
  return { isPending: state === 'pending', hasFailed: state === 'failed', start }
}

/** Asks the browser for a passkey that answers the challenge (WebAuthn Level 3, 5.1.8 and 5.1.10). */
async function requestPasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
  return { ...credential.toJSON() }
}
