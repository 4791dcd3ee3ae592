import type { ReactNode } from 'react'
import type { PhotoExport, ReadyExport } from '#contract/exports.ts'
import { renderScreens } from '#web/app/screens.testing.tsx'
import { answerCalls, type ReceivedCall, refusal } from '#web/platform/http/http.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'

const COMMON_FIELDS = { backupId: 'b1', created: '2026-05-03T10:00:00Z', updated: '2026-05-03T10:00:10Z' }

export const runningExport = (status: 'REQUESTED' | 'IN_PROGRESS' | 'FAILED' = 'REQUESTED'): PhotoExport => ({
  status,
  ...COMMON_FIELDS,
})

export const readyExport = (parts: Partial<ReadyExport> = {}): ReadyExport => ({
  status: 'READY',
  ...COMMON_FIELDS,
  expires: '2026-05-10T10:00:10Z',
  photosCount: 5,
  chunks: [
    { iteration: 1, size: 1_610_612_736, photosCount: 3, missingCount: 0, from: '2019-07', to: '2024-05' },
    { iteration: 2, size: 2048, photosCount: 2, missingCount: 0, from: null, to: null },
  ],
  ...parts,
})

/** Answers a request with the body of a response, or with an error status. */
export type Respond = (path: string, call: Pick<ReceivedCall, 'method' | 'body'>) => unknown

/**
 * Renders a screen at '/' or at an export's address with fake services. `path` returns the current path.
 */
export function renderScreen(Screen: () => ReactNode, address: string, respond: Respond) {
  answerCalls(async ({ path, method, search, body }) => {
    const answer = await respond(path + search, { method, body })
    return typeof answer === 'number' ? refusal(answer) : Response.json(answer)
  })
  const screens = {
    '/': Screen,
    [PATHS.photos]: () => <p>The photos</p>,
    [PATHS.photoExports]: address === '/' ? () => <p>The export page</p> : Screen,
  }
  const { router } = renderScreens(address, screens, { toasts: false })
  return { path: () => router.state.location.pathname }
}
