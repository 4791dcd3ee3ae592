import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendTest } from '#contract/callbacks.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'

/** Sends a test; the log follows. `failure`: why it was not sent. */
export function useSendTest(onSent: (id: string) => void) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const test = useMutation({
    mutationFn: () => call(sendTest),
    onSuccess: ({ id }) => {
      onSent(id)
      return queries.invalidateQueries({ queryKey: ['callbacks', 'events'] })
    },
    onError: error => isTooMany(error) || reportFailure(error),
  })
  const failure = test.isError
    ? text(isTooMany(test.error) ? 'callbacks.too-many' : 'callbacks.send-failed')
    : undefined
  return { isPending: test.isPending, send: () => test.mutate(), failure }
}

export const isTooMany = (error: unknown) => error instanceof HttpFailure && error.status === 429
