import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendTest } from '#contract/callbacks.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { isTurnedOff, useShowTurnedOff } from '../use-turned-off.ts'

/** Sends a test and refetches the log. `failure`: why it was not sent, unless the page shows that elsewhere. */
export function useSendTest(onSent: (id: string) => void) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const showTurnedOff = useShowTurnedOff()
  const test = useMutation({
    mutationFn: () => call(sendTest),
    onSuccess: ({ id }) => {
      onSent(id)
      return queries.invalidateQueries({ queryKey: ['callbacks', 'events'] })
    },
    onError: error => {
      if (isTurnedOff(error)) return showTurnedOff()
      if (!isRateLimited(error)) reportFailure(error)
    },
  })
  const failure =
    test.isError && !isTurnedOff(test.error)
      ? text(isRateLimited(test.error) ? 'callbacks.too-many' : 'callbacks.send-failed')
      : undefined
  return { isPending: test.isPending, send: () => test.mutate(), failure }
}

const isRateLimited = (error: unknown) => error instanceof HttpFailure && error.status === 429
