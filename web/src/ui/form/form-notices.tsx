import type { RefObject } from 'react'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { listLabel } from '#web/platform/i18n/lists.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '../alert-banner.tsx'
import { Button } from '../button.tsx'
import { getFieldLabel, getValueLabel } from './field-values.ts'
import type { FieldTracking } from './use-field-tracking.ts'

/** What the form has to say about values that are not those the customer entered or found in it. */
export function FormNotices({ element, tracking }: FormNoticesProps) {
  const { conflicts, updatedFields, restoredAt } = tracking
  const hasConflicts = Object.keys(conflicts).length > 0
  if (restoredAt === undefined && !hasConflicts && updatedFields.length === 0) return null
  return (
    <div className="ui-stack12 ui-below8">
      {restoredAt !== undefined && <RestoredNotice at={restoredAt} tracking={tracking} />}
      {hasConflicts && <ConflictNotice element={element} tracking={tracking} />}
      {updatedFields.length > 0 && <UpdatedNotice element={element} names={updatedFields} />}
    </div>
  )
}

interface FormNoticesProps {
  element: RefObject<HTMLFormElement | null>
  tracking: FieldTracking
}

/** Says that a draft was entered again; it can be discarded. */
function RestoredNotice({ at, tracking }: { at: number; tracking: FieldTracking }) {
  const { texts, text } = useTexts()
  const time = instantLabel(texts, new Date(at).toISOString(), 'short-day-time')
  return (
    <AlertBanner kind="info" title={text('form.draft.title')}>
      <p>{text('form.draft.text', { time })}</p>
      <div className="ui-cluster8 ui-above8">
        <Button variant="line" size="small" onClick={tracking.continueDraft}>
          {text('action.continue')}
        </Button>
        <Button variant="text" size="small" onClick={tracking.discardDraft}>
          {text('form.draft.discard')}
        </Button>
      </div>
    </AlertBanner>
  )
}

/** Shows both values of each field that was changed here and elsewhere, for the customer to decide. */
function ConflictNotice({ element, tracking }: FormNoticesProps) {
  const { text } = useTexts()
  const form = element.current
  if (!form) return null
  const entered = new FormData(form)
  const formatValue = (name: string, value: string) =>
    (value && getValueLabel(form, name, value)) || text('form.conflict.empty')
  return (
    <div data-conflict>
      <AlertBanner kind="error" title={text('form.conflict.title')}>
        <dl className="ui-stack8 ui-breaks">
          {Object.entries(tracking.conflicts).map(([name, stored]) => (
            <div key={name}>
              <dt className="ui-medium">{getFieldLabel(form, name)}</dt>
              <dd>
                {text('form.conflict.entered', { value: formatValue(name, String(entered.get(name) ?? '')) })}
              </dd>
              <dd>{text('form.conflict.stored', { value: formatValue(name, stored) })}</dd>
            </div>
          ))}
        </dl>
        <div className="ui-cluster8 ui-above8">
          <Button variant="line" size="small" onClick={tracking.keepEntered}>
            {text('form.conflict.keep')}
          </Button>
          <Button variant="line" size="small" onClick={tracking.takeStored}>
            {text('form.conflict.take')}
          </Button>
        </div>
      </AlertBanner>
    </div>
  )
}

/** Names the fields that show what was saved elsewhere while the form was open. */
function UpdatedNotice({ element, names }: Pick<FormNoticesProps, 'element'> & { names: readonly string[] }) {
  const texts = useTexts()
  const form = element.current
  if (!form) return null
  const fields = listLabel(
    texts,
    names.map(name => getFieldLabel(form, name)),
  )
  return <AlertBanner kind="info">{texts.text('form.updated', { fields })}</AlertBanner>
}
