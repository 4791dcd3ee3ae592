import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import {
  createUploadSession,
  getUploadSession,
  revokeUploadSession,
  type UploadSession,
} from '#contract/upload-sessions.ts'
import { call } from '#web/platform/http/call.ts'
import { subscribeLibrary } from '#web/platform/push/library.ts'
import { callQuery } from '#web/platform/query/call-query.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import type { Uploads } from '../engine/uploads.ts'

/** The state of an upload session for its owner. */
export type UploadSessionState =
  | { phase: 'opening' | 'failed'; renew: () => void }
  | {
      phase: 'open' | 'expired' | 'revoked'
      uploadUrl: string
      /** End of the session, as `performance.now()`. */
      endsAt: number
      opened: boolean
      /** Number of files received completely. */
      arrived: number
      /** Number of files that the phone is sending. */
      arriving: number
      renew: () => void
      revoke: () => Promise<void>
    }

interface OpenedSession {
  sessionId: string
  uploadUrl: string
  endsAt: number
}

/**
 * Returns an upload session for a phone, opened when `isRequested` is first true and revoked on unmount.
 * Received files are added to the queue, on push messages and by polling every 3 s.
 */
export function useUploadSession(
  uploads: Uploads,
  isRequested: boolean,
  albumId?: string,
): UploadSessionState {
  const [round, setRound] = useState(0)
  const [session, setSession] = useState<OpenedSession | 'failed'>()
  const queries = useQueryClient()
  const isActive = isRequested || session !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: every round opens another session.
  useEffect(() => {
    if (!isActive) return
    let isEnded = false
    let createdId: string | undefined
    setSession(undefined)
    const open = async () => {
      const { secondsLeft, ...createdSession } = await call(createUploadSession, {
        body: albumId ? { albumId } : {},
      })
      createdId = createdSession.sessionId
      if (isEnded) return revoke(createdId)
      setSession({ ...createdSession, endsAt: performance.now() + secondsLeft * 1000 })
    }
    open().catch(error => {
      reportFailure(error)
      if (!isEnded) setSession('failed')
    })
    const end = () => {
      isEnded = true
      if (createdId) revoke(createdId)
      createdId = undefined
    }
    addEventListener('pagehide', end)
    return () => {
      removeEventListener('pagehide', end)
      end()
    }
  }, [isActive, round, albumId])

  const openedSession = session === 'failed' ? undefined : session
  const sessionId = openedSession?.sessionId
  const { data } = useQuery(
    callQuery(getQueryKey(sessionId), getUploadSession, {
      params: { id: sessionId! },
      enabled: sessionId !== undefined,
      refetchInterval: ({ state }) => (state.data && state.data.state !== 'open' ? false : POLL_MS),
      retry: false,
    }),
  )
  useEffect(() => {
    if (!sessionId) return
    const { close } = subscribeLibrary(message => {
      const isCurrent = message.type === 'upload-session-changed' && message.sessionId === sessionId
      if (isCurrent) void queries.invalidateQueries({ queryKey: getQueryKey(sessionId) })
    })
    return close
  }, [sessionId, queries])
  useEffect(() => {
    if (data && sessionId) uploads.syncPhoneFiles(sessionId, data.files)
  }, [data, sessionId, uploads])

  const renew = useCallback(() => setRound(count => count + 1), [])
  if (!openedSession) return { phase: session === 'failed' ? 'failed' : 'opening', renew }
  return {
    phase: data?.state ?? 'open',
    uploadUrl: openedSession.uploadUrl,
    endsAt: openedSession.endsAt,
    opened: data?.opened ?? false,
    arrived: data?.files.filter(hasArrived).length ?? 0,
    arriving: data?.files.filter(({ state }) => state === 'receiving').length ?? 0,
    renew,
    revoke: async () => {
      await call(revokeUploadSession, { params: { id: openedSession.sessionId } })
      await queries.invalidateQueries({ queryKey: getQueryKey(openedSession.sessionId) })
    },
  }
}

/** Counts the minutes until `endsAt` (`performance.now()`), rounded up; 0 once it has passed. */
export const countMinutesLeft = (endsAt: number): number =>
  Math.max(0, Math.ceil((endsAt - performance.now()) / 60_000))

const POLL_MS = 3000
const getQueryKey = (sessionId: string | undefined) => ['uploads', 'session', sessionId]
const hasArrived = ({ state }: UploadSession['files'][number]) => state !== 'receiving' && state !== 'refused'

/** Revokes a session while the page is being left. One that could not be revoked expires after an hour. */
function revoke(id: string): void {
  call(revokeUploadSession, { params: { id } }, { keepalive: true }).catch(reportFailure)
}
