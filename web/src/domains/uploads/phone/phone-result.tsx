import { useQuery } from '@tanstack/react-query'
import Clock from 'lucide-react/icons/clock'
import { type RefObject, useEffect, useState } from 'react'
import { getPhoneResult, type PhoneOutcome, type PhoneResult as Result } from '#contract/upload-sessions.ts'
import { call } from '#web/platform/http/call.ts'
import { isGone } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Queue } from '../queue/queue.ts'
import { getUploadId, isReceived, type UploadItem } from '../queue/upload-item.ts'
import styles from './phone-page.module.css'
import { deletePhoneQueue, isUnsentItem, readUnsentItems } from './phone-queue.ts'

/** The end of an upload session on the phone: each chosen file with its outcome, and those that a new code sends. */
export function PhoneResult({ uploadToken, isRevoked, lastQueue }: PhoneResultProps) {
  const { text } = useTexts()
  const result = useQuery({
    queryKey: ['phone', uploadToken, 'result'],
    queryFn: ({ signal }) => call(getPhoneResult, undefined, { signal, token: uploadToken }),
    refetchInterval: ({ state }) => (state.data && !state.data.files.some(isUndecided) ? false : POLL_MS),
    retry: false,
  })
  const [localItems, setLocalItems] = useState<readonly UploadItem[]>(() =>
    lastQueue.current.filter(item => !isReceived(item)),
  )
  const libraryKey = result.data?.libraryKey
  useEffect(() => {
    if (libraryKey === undefined) return
    // The queue of the page is newer than the stored one.
    readUnsentItems(libraryKey).then(
      items => setLocalItems(known => (known.length > 0 ? known : items)),
      reportFailure,
    )
  }, [libraryKey])
  const forget = () => {
    setLocalItems(items => items.filter(item => !isUnsentItem(item)))
    if (libraryKey !== undefined) deletePhoneQueue(libraryKey).catch(reportFailure)
  }
  if (result.isPending) return <Spinner label={text('app.loading')} size={32} />
  const files = listFiles(result.data?.files ?? [], localItems)
  return (
    <>
      <div role="alert">
        <EmptyState
          icon={Clock}
          headingLevel="h1"
          title={text(isRevoked ? 'phone.code-revoked' : 'phone.link-expired.title')}
          text={<Summary files={files} />}
          action={
            localItems.some(isUnsentItem) && (
              <Button variant="plain" onClick={forget}>
                {text('upload.unfinished.forget')}
              </Button>
            )
          }
        />
      </div>
      {result.isError && !isGone(result.error) && (
        <LoadFailed retry={result.refetch} id="phone.result-failed" />
      )}
      {files.length > 0 && (
        <ul className={styles.result} aria-label={text('upload.files')}>
          {files.map(({ id, name, outcome }) => (
            <li key={id}>
              <span className="ui-narrow ui-breaks">{name}</span>
              <span className="ui-fixed ui-note">{text(OUTCOME_TEXTS[outcome])}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export interface PhoneResultProps {
  uploadToken: string
  /** The owner has ended the session; else its hour is over. */
  isRevoked: boolean
  lastQueue: RefObject<Queue>
}

/** The owner may decide at any time. */
const POLL_MS = 15_000

const isUndecided = ({ outcome }: Pick<ResultFile, 'outcome'>) => outcome === 'received'

interface ResultFile {
  id: string
  name: string
  outcome: PhoneOutcome
}

/**
 * Lists the files that the service knows, and those that are only on this phone. A file that is not sent is listed once,
 * also if the answer that named its upload was lost.
 */
function listFiles(sentFiles: Result['files'], localItems: readonly UploadItem[]): ResultFile[] {
  const unsentNames = new Set(localItems.filter(isUnsentItem).map(({ name }) => name))
  const serviceFiles = sentFiles
    .map(({ uploadId, fileName, outcome }) => ({ id: uploadId, name: fileName, outcome }))
    .filter(({ name, outcome }) => outcome !== 'not-sent' || !unsentNames.has(name))
  const serviceIds = new Set(serviceFiles.map(({ id }) => id))
  return [
    ...serviceFiles,
    ...localItems
      .filter(item => !serviceIds.has(getUploadId(item) ?? ''))
      .map(item => ({
        id: item.id,
        name: item.name,
        outcome: isUnsentItem(item) ? ('not-sent' as const) : ('refused' as const),
      })),
  ]
}

function Summary({ files }: { files: readonly ResultFile[] }) {
  const { text } = useTexts()
  const count = (...outcomes: PhoneOutcome[]) =>
    files.filter(({ outcome }) => outcomes.includes(outcome)).length
  const arrived = count('received', 'kept', 'not-kept')
  const [kept, notKept, undecided] = [count('kept'), count('not-kept'), count('received')]
  const unsent = count('not-sent', 'receiving')
  const sentences = [
    arrived > 0 && text('phone.arrived', { count: arrived }),
    undecided > 0 && text('phone.undecided', { count: undecided }),
    kept > 0 && text('phone.kept', { count: kept }),
    notKept > 0 && text('phone.not-kept', { count: notKept }),
    unsent > 0 && text('phone.unsent', { count: unsent }),
    text(unsent > 0 ? 'phone.unsent.text' : 'phone.link-expired.text'),
  ]
  return sentences
    .filter(sentence => sentence !== false)
    .map(sentence => (
      <span key={sentence} className="ui-above8 ui-block">
        {sentence}
      </span>
    ))
}

const OUTCOME_TEXTS = {
  receiving: 'upload.status.not-sent',
  'not-sent': 'upload.status.not-sent',
  received: 'upload.status.arrived',
  kept: 'upload.status.kept',
  'not-kept': 'upload.status.not-kept',
  refused: 'upload.status.refused',
} as const
