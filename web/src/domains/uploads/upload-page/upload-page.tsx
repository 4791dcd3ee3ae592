import { useRouter, useSearch } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toReturnPath } from '#contract/return-path.ts'
import type { PickedSource } from '#web/platform/files/dropped-files.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import { useUnsavedWork } from '#web/platform/unsaved-work/unsaved-work.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TabList } from '#web/ui/tab-list.tsx'
import { DiscardDialog } from '../components/discard-dialog.tsx'
import { DropZone } from '../components/drop-zone.tsx'
import { ExportSummary } from '../components/export-summary.tsx'
import { FolderAlbums } from '../components/folder-albums.tsx'
import { MovingHint } from '../components/moving-hint.tsx'
import { UnfinishedBanner } from '../components/unfinished-banner.tsx'
import { UploadProgress } from '../components/upload-progress.tsx'
import { useImport } from '../components/use-import.ts'
import { useInvalidateLibrary } from '../components/use-uploads.ts'
import { getUploadEndpoint } from '../engine/browser-environment.ts'
import type { SavedUploads } from '../engine/confirm-uploads.ts'
import type { Uploads } from '../engine/uploads.ts'
import { FileList } from '../file-list/file-list.tsx'
import { PhoneTab } from '../phone/phone-tab.tsx'
import { formatSavedText } from '../queue/counts.ts'
import { useShowPhotos } from '../show/show-request.ts'
import { useLibraryUploads } from '../tray/use-library-uploads.ts'
import { toSaveErrorMessage } from '../upload-dialog/use-save.ts'
import styles from './upload-page.module.css'

/** How long the result is shown before the page returns to `returnTo`. */
export const RETURN_MS = 2000

/** The upload page of small screens. Query: album_id, return_to (a path of this site). */
export function UploadPage() {
  const { text } = useTexts()
  const { sub } = useClaims()
  const { album_id, return_to } = useSearch({ strict: false }) as { album_id?: string; return_to?: string }
  const endpoint = getUploadEndpoint()
  const returnTo = return_to ? toReturnPath(return_to, location.origin) : PATHS.photos
  return (
    <div className={styles.page}>
      <h1 className={classes('ui-stack ui-below8', styles.title)}>{text('photos.add')}</h1>
      {endpoint ? (
        <NewUploads {...{ account: sub, endpoint, albumId: album_id, returnTo }} />
      ) : (
        <AlertBanner kind="error">{text('upload.address-invalid')}</AlertBanner>
      )}
    </div>
  )
}

interface UploadPanelProps {
  /** The album the photos are added to, besides the library. */
  albumId?: string
  returnTo: string
}

function NewUploads({
  account,
  endpoint,
  ...props
}: UploadPanelProps & { account: string; endpoint: string }) {
  const uploads = useLibraryUploads(account, endpoint, props.albumId)
  return <UploadPanel uploads={uploads} {...props} />
}

/**
 * The uploads of the page. Once all photos are received it shows the result and returns after 2 s; failed files stay
 * listed. 'Upload' returns at once; unfinished files continue in the tray.
 */
export function UploadPanel({ uploads, albumId, returnTo }: UploadPanelProps & { uploads: Uploads }) {
  const { texts, text } = useTexts()
  const router = useRouter()
  const refresh = useInvalidateLibrary()
  const show = useShowPhotos()
  // A phone's tab is shown also on a zoomed page of a computer.
  const { state, exports, isPhone, hasPhoneTab, isPhoneTab, setTab, session, hasUnsaved, blocker } =
    useImport(uploads, albumId)
  const { counts, offline } = state
  const choose = useRef<() => void>(() => {})
  const [result, setResult] = useState<SavedUploads>()
  const returnTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Photos of an earlier visit are not confirmed without a press.
  const [hasWorked, setHasWorked] = useState(false)
  const [progress, setProgress] = useState<'none' | 'saving' | ReturnType<typeof toSaveErrorMessage>>('none')
  useUnsavedWork(hasUnsaved)
  const navigateBack = () => void router.navigate({ href: returnTo, replace: true, ignoreBlocker: true })
  const finish = async () => {
    setProgress('saving')
    try {
      const savedUploads = await uploads.confirm()
      refresh()
      if (savedUploads.unfinishedCount > 0) return navigateBack()
      setResult(savedUploads)
      setProgress('none')
    } catch (error) {
      setProgress(toSaveErrorMessage(error))
    }
  }
  const add = (picked: readonly PickedSource[]) => {
    setHasWorked(true)
    return uploads.add(picked)
  }
  const showPhotos = (batchIds: readonly string[]) => {
    // The return would replace the timeline, whose code may still be loading.
    clearTimeout(returnTimer.current)
    show(batchIds)
  }
  const failureMessage = progress === 'none' || progress === 'saving' ? undefined : progress
  const isIdle = counts.unsent === 0
  // Which folders become albums is a question that 'Upload' answers.
  const allSucceeded =
    isIdle &&
    hasWorked &&
    counts.received > 0 &&
    counts.problems === 0 &&
    state.folderAlbums.length === 0 &&
    // What came along stays to be read.
    exports.length === 0
  const finishAtOnce = useEffectEvent(finish)
  const returnAtOnce = useEffectEvent(navigateBack)
  useEffect(() => {
    if (allSucceeded && !result && progress === 'none') void finishAtOnce()
  }, [allSucceeded, result, progress])
  useEffect(() => {
    if (!result) return
    returnTimer.current = setTimeout(() => returnAtOnce(), RETURN_MS)
    return () => clearTimeout(returnTimer.current)
  }, [result])

  if (result) {
    return (
      <div role="status">
        <EmptyState
          icon={CircleCheck}
          title={formatSavedText(texts, result, albumId)}
          text={text('upload.returning')}
          action={
            <>
              <Button variant="line" onClick={() => setResult(undefined)}>
                {text('upload.add-more')}
              </Button>
              <Button variant="text" onClick={() => showPhotos(result.batchIds)}>
                {text('upload-receipt.show')}
              </Button>
            </>
          }
        />
      </div>
    )
  }
  const zone = (
    <>
      <DropZone onPicked={add} choose={choose} prominent={counts.total === 0} />
      {counts.total === 0 && !isPhone && <MovingHint />}
    </>
  )
  return (
    <>
      {failureMessage && <AlertBanner kind="error">{text(failureMessage)}</AlertBanner>}
      {offline && <AlertBanner kind="warning">{text('upload.reason.network')}</AlertBanner>}
      {hasPhoneTab && (
        <TabList
          label={text('upload.tabs')}
          tabs={[
            { id: 'device', label: text('upload.tab.device') },
            { id: 'phone', label: text('upload.tab.phone') },
          ]}
          selected={isPhoneTab ? 'phone' : 'device'}
          onSelect={setTab}
          idPrefix="import"
        >
          {isPhoneTab ? <PhoneTab session={session} /> : zone}
        </TabList>
      )}
      {!hasPhoneTab && zone}
      <UnfinishedBanner
        uploads={uploads}
        state={state}
        onChoose={() => choose.current()}
        onContinue={() => setHasWorked(true)}
      />
      <ExportSummary exports={exports} />
      <FolderAlbums uploads={uploads} state={state} />
      <FileList uploads={uploads} state={state} />
      <div className={classes('ui-stack8 ui-above12', styles.foot)}>
        <UploadProgress counts={counts} />
        {counts.total > 0 && (
          <Button
            variant="primary"
            size="large"
            pending={progress === 'saving'}
            onClick={counts.selectable + counts.missing > 0 ? () => void finish() : navigateBack}
          >
            {text(isIdle && state.folderAlbums.length === 0 ? 'action.done' : 'upload.submit')}
          </Button>
        )}
        {!(isIdle && counts.total > 0) && (
          <Button variant="plain" size="large" onClick={() => void router.navigate({ href: returnTo })}>
            {text('action.cancel')}
          </Button>
        )}
      </div>
      {blocker.status === 'blocked' && (
        <DiscardDialog
          uploads={uploads}
          counts={counts}
          onKeep={blocker.reset}
          onDiscarded={blocker.proceed}
        />
      )}
    </>
  )
}
