import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import FileArchive from 'lucide-react/icons/file-archive'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { requestDeletion } from '#contract/closures.ts'
import { useExportModal } from '#web/domains/exports/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useFlag } from '#web/platform/flags/flags.ts'
import { call } from '#web/platform/http/call.ts'
import { isCancelled } from '#web/platform/http/cancelled-call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { fileSizeLabel } from '#web/platform/i18n/file-size.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Form } from '#web/ui/form/form.tsx'
import { FormActions } from '#web/ui/form/form-actions.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Skeleton, SkeletonGroups, Skeletons } from '#web/ui/skeleton.tsx'
import styles from './delete-account.module.css'
import { DeletionLists, type DeletionPreview, deletionPreviewQuery } from './deletion-lists.tsx'
import exportFirstStyles from './export-first.module.css'

/**
 * Consequences of deleting the account, with the customer's own numbers, and the request for the link.
 */
export function DeleteAccount() {
  const { text } = useTexts()
  const preview = useQuery(deletionPreviewQuery)
  const [mailCount, setMailCount] = useState(0)
  const onSent = () => setMailCount(count => count + 1)
  if (preview.data)
    return (
      <>
        <p className={styles.intro}>{text('delete-account.text', { days: preview.data.graceDays })}</p>
        <DeletionLists preview={preview.data} />
        {preview.data.photos > 0 && <ExportFirst preview={preview.data} />}
        {mailCount > 0 ? <DeletionSent key={mailCount} onSent={onSent} /> : <DeletionForm onSent={onSent} />}
      </>
    )
  if (preview.isError) return <LoadFailed retry={preview.refetch} />
  return <DeletionLoading />
}

/** The boxes of the page while its numbers are loading. */
function DeletionLoading() {
  return (
    <Loading id="delete-account.loading">
      <Skeleton width="60%" height={24} />
      <div className={classes('ui-stack ui-above24', styles.lists)}>
        <SkeletonGroups count={2} className={classes('ui-stack16', styles.items)}>
          <Skeleton width={140} height={24} />
          <Skeletons count={2} height={44} />
        </SkeletonGroups>
      </div>
    </Loading>
  )
}

/** Offers the export of the library before the account is deleted; nothing while the flag of exports is off. */
function ExportFirst({ preview: { photos, albums, bytes } }: { preview: DeletionPreview }) {
  const { texts, text } = useTexts()
  const { open, modal } = useExportModal()
  if (!useFlag('PhotoManagementPhotoExportEnabled')) return null
  const size = fileSizeLabel(texts, bytes)
  return (
    <section className={classes('ui-row16 ui-above32', exportFirstStyles.box)}>
      <div className="ui-row16 ui-fill ui-quiet">
        <Icon of={FileArchive} />
        <div>
          <h2 className={classes('ui-strong', exportFirstStyles.title)}>
            {text('delete-account.export.title')}
          </h2>
          <p className="ui-small">{text('delete-account.export.text', { photos, albums, size })}</p>
        </div>
      </div>
      <Button variant="line" onClick={open}>
        {text('delete-account.export.action')}
      </Button>
      {modal}
    </section>
  )
}

/** The server refuses a second request within a minute. */
const SEND_AGAIN_MS = 60_000

/**
 * Replaces the form: asks the customer to open the mail; after a minute the link can be sent again. Mounted anew for
 * each mail.
 */
function DeletionSent({ onSent }: { onSent: () => void }) {
  const { text } = useTexts()
  const [canSendAgain, setCanSendAgain] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const { send, pending, failure } = useDeletionRequest(onSent)
  useLayoutEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    const timer = setTimeout(() => setCanSendAgain(true), SEND_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <section className={classes('ui-stack12 ui-above24', styles.form)}>
      <h2 ref={heading} tabIndex={-1} className={styles.sent}>
        {text('settings.confirmation-sent')}
      </h2>
      <p className={classes('ui-note', styles.fact)}>{text('delete-account.sent.text')}</p>
      {failure && <AlertBanner kind="error">{failure}</AlertBanner>}
      {canSendAgain && (
        <Button variant="line" pending={pending} onClick={send}>
          {text('delete-account.send-again')}
        </Button>
      )}
    </section>
  )
}

/** A word to type prevents requests by accident; the input stays when the call fails. */
function DeletionForm({ onSent }: { onSent: () => void }) {
  const { text } = useTexts()
  const word = text('delete-all.word')
  const [input, setInput] = useState('')
  const { send, pending, failure } = useDeletionRequest(onSent)
  const isTyped = input.trim().toUpperCase() === word
  const label = text('delete-account.type', { word })
  return (
    <Form
      form={{ errors: {}, pending, failed: failure !== undefined, onSubmit: () => isTyped && send() }}
      failure={failure}
      className={classes('ui-stack12 ui-above24', styles.form)}
    >
      <div className={classes('ui-cluster12', styles.fields)}>
        <div className={styles.word}>
          <TextField
            name="word"
            label={label}
            autoComplete="off"
            autoCorrect="off"
            spellCheck="false"
            autoCapitalize="characters"
            onChange={setInput}
          />
        </div>
        <FormActions>
          <Button
            type="submit"
            variant="danger"
            size="large"
            pending={pending}
            disabledReason={!isTyped && label}
          >
            {text('delete-account.submit')}
          </Button>
          <Link to={PATHS.settings} activeOptions={{ exact: true }} className={buttonClass('quiet', 'large')}>
            {text('account-deleted.keep')}
          </Link>
        </FormActions>
      </div>
    </Form>
  )
}

/** Requests the mailed link; `failure` says why it was not sent. */
function useDeletionRequest(onSent: () => void) {
  const { text } = useTexts()
  const { channel } = useConfig().brand
  const { idpType, idpSub } = useClaims()
  // A second press comes before the first one is rendered.
  const isSending = useRef(false)
  const request = useMutation({
    mutationFn: () => call(requestDeletion, { params: { idpType, idpSub }, body: { channel } }),
    onSuccess: onSent,
    onSettled: () => {
      isSending.current = false
    },
  })
  return {
    send: () => {
      if (isSending.current) return
      isSending.current = true
      request.mutate()
    },
    pending: request.isPending,
    /** Undefined unless it failed. */
    failure: request.isError && !isCancelled(request.error) ? formatFailure(text, request.error) : undefined,
  }
}

function formatFailure(text: Texts['text'], error: unknown): string {
  if (!(error instanceof HttpFailure) || error.status !== 429) return text('delete-account.failed')
  return text('delete-account.too-many', { minutes: toMinutes(error) })
}

const toMinutes = ({ retryAfterSeconds = 60 }: HttpFailure) => Math.max(1, Math.ceil(retryAfterSeconds / 60))
