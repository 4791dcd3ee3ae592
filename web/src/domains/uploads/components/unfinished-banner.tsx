import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { Uploads } from '../engine/uploads.ts'
import type { UploadsState } from '../engine/uploads-state.ts'
import styles from './unfinished-banner.module.css'

const MAX_NAMES = 3

/**
 * Lists uploads that an earlier visit did not finish, to continue with stored file handles or by choosing the files
 * again.
 */
export function UnfinishedBanner({ uploads, state, onChoose, onContinue }: UnfinishedBannerProps) {
  const { text } = useTexts()
  const resume = () => {
    onContinue?.()
    void uploads.resumeInterrupted()
  }
  const missingItems = state.queue.filter(item => item.state === 'missing')
  if (missingItems.length === 0) return null
  const names = missingItems.slice(0, MAX_NAMES).map(({ name }) => name)
  return (
    <div className="ui-above16">
      <AlertBanner kind="info" title={text('upload.unfinished.title', { count: missingItems.length })}>
        <p className="ui-breaks">
          {text('upload.unfinished.text', {
            names: names.join(', '),
            more: missingItems.length - names.length,
          })}
        </p>
        <div className={classes('ui-cluster ui-above12', styles.actions)}>
          {state.needsPermission > 0 && (
            <Button size="small" variant="line" onClick={resume}>
              {text('action.continue')}
            </Button>
          )}
          <Button size="small" variant={state.needsPermission > 0 ? 'text' : 'line'} onClick={onChoose}>
            {text('upload.unfinished.choose')}
          </Button>
          <Button size="small" variant="plain" onClick={() => uploads.discardInterrupted(state)}>
            {text('upload.unfinished.forget')}
          </Button>
        </div>
      </AlertBanner>
    </div>
  )
}

export interface UnfinishedBannerProps {
  uploads: Uploads
  state: UploadsState
  onChoose: () => void
  /** The customer continues with stored handles. */
  onContinue?: () => void
}
