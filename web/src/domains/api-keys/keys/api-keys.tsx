import { useQuery, useQueryClient } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { type ApiKey, createApiKey } from '#contract/api-keys.ts'
import { API_SCOPES, type ApiScope } from '#contract/api-scopes.ts'
import { API_KEY_DAYS } from '#contract/input/api-key.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { call } from '#web/platform/http/call.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/classes.ts'
import { FieldNotes, useField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Table } from '#web/ui/paged-table.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { Skeletons } from '#web/ui/skeleton.tsx'
import { apiKeysQuery, reloadApiKeys } from '../api-key-queries.ts'
import { SCOPE_TEXTS } from '../key-texts.ts'
import styles from './api-keys.module.css'
import { explainRefusal } from './creation-failure.ts'
import { checkNewKey, createFieldMessageLookup } from './key-form.ts'
import { KeyRow } from './key-row.tsx'
import { KeyShownDialog, type ShownKey } from './key-shown-dialog.tsx'
import { NetworksField } from './networks-field.tsx'
import scopesFieldStyles from './scopes-field.module.css'

/** The API keys of the business: a table, and cards on small screens. */
export function ApiKeys({ isBlocked }: { isBlocked: boolean }) {
  const { text, number } = useTexts()
  const { data, isError, refetch } = useQuery(apiKeysQuery)
  const [isCreating, setCreating] = useState(false)
  const [shownKey, setShownKey] = useState<ShownKey>()
  const activeKeys = data?.keys.filter(({ state }) => state === 'active') ?? []
  return (
    <section className="ui-stack12 ui-above32" aria-labelledby="api-keys">
      <SectionHeading
        id="api-keys"
        title={text('api-keys.title')}
        count={data && number(activeKeys.length)}
        action={
          <Button variant="primary" icon={Plus} disabled={isBlocked} onClick={() => setCreating(true)}>
            {text('api-keys.create')}
          </Button>
        }
      />
      {isBlocked && <AlertBanner kind="warning">{text('api-keys.blocked')}</AlertBanner>}
      {data && <KeyTable keys={data.keys} isBlocked={isBlocked} onReplaced={setShownKey} />}
      {!data && !isError && (
        <Loading id="api-keys.loading" className="ui-stack8">
          <Skeletons count={2} width="100%" height={56} />
        </Loading>
      )}
      {!data && isError && <LoadFailed retry={refetch} id="api-keys.load-failed" />}
      {isCreating && (
        <CreateKeyDialog
          onCreated={key => {
            setCreating(false)
            setShownKey(key)
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {shownKey && <KeyShownDialog shown={shownKey} onClose={() => setShownKey(undefined)} />}
    </section>
  )
}

function KeyTable({ keys, isBlocked, onReplaced }: KeyTableProps) {
  const { text } = useTexts()
  if (keys.length === 0) return <p className={styles.empty}>{text('api-keys.empty')}</p>
  return (
    <Table
      columns={[
        ...COLUMNS.map(column => ({ label: text(column) })),
        { label: text('action.more'), isLabelHidden: true },
      ]}
    >
      {keys.map(key => (
        <KeyRow key={key.id} apiKey={key} isBlocked={isBlocked} onReplaced={onReplaced} />
      ))}
    </Table>
  )
}

interface KeyTableProps {
  keys: readonly ApiKey[]
  isBlocked: boolean
  onReplaced: (shown: ShownKey) => void
}

const COLUMNS = ['field.name', 'api-keys.may', 'api-keys.last-used', 'api-keys.ends'] as const

/** Creates a key with name, scopes, end and, optionally, networks. */
function CreateKeyDialog({ onCreated, onClose }: CreateKeyDialogProps) {
  const { texts, text } = useTexts()
  const queries = useQueryClient()
  const form = useForm({
    check: checkNewKey,
    submit: async body => {
      const created = await call(createApiKey, { body })
      void reloadApiKeys(queries)
      onCreated(created)
    },
    message: createFieldMessageLookup(texts),
    refusal: error => {
      const reason = explainRefusal(texts, error)
      return reason === undefined ? undefined : { form: reason }
    },
  })
  return (
    <FormDialog
      form={form}
      className="ui-stack24 ui-ink"
      size="medium"
      title={text('api-keys.create.title')}
      confirmLabel={text('api-keys.create.submit')}
      failure={text('api-keys.create.failed')}
      alert={form.errors.form && <AlertBanner kind="error">{form.errors.form}</AlertBanner>}
      onCancel={onClose}
    >
      <TextField
        name="name"
        label={text('field.name')}
        hint={text('api-keys.name.hint')}
        autoComplete="off"
        autoFocus
      />
      <ScopesField />
      <RadioField
        name="days"
        label={text('api-keys.days')}
        options={API_KEY_DAYS.map(days => ({ id: String(days), label: text(`api-keys.days.${days}`) }))}
        defaultValue="365"
        inCards
      />
      <NetworksField />
    </FormDialog>
  )
}

interface CreateKeyDialogProps {
  onCreated: (shown: ShownKey) => void
  onClose: () => void
}

/** The scopes of a new key inside a Form, which submits them separated by spaces as `scopes`. */
function ScopesField() {
  const { text } = useTexts()
  const [scopes, setScopes] = useState<readonly ApiScope[]>(DEFAULT_SCOPES)
  const { pending, field, notes } = useField('scopes')
  return (
    <fieldset {...field}>
      <legend className={classes('ui-small ui-strong', scopesFieldStyles.legend)}>
        {text('api-keys.it-may')}
      </legend>
      <input type="hidden" name="scopes" value={scopes.join(' ')} />
      <div className="ui-ruled">
        {API_SCOPES.map(scope => (
          <div key={scope} className={scopesFieldStyles.option}>
            <Checkbox
              checked={scopes.includes(scope)}
              disabled={pending}
              onChange={isChecked =>
                setScopes(API_SCOPES.filter(each => (each === scope ? isChecked : scopes.includes(each))))
              }
            >
              <span className="ui-fill">
                <span className="ui-ink ui-block">{text(SCOPE_TEXTS[scope])}</span>
                {HINTS[scope] && <span className="ui-note ui-block">{text(HINTS[scope])}</span>}
              </span>
              <span className={classes('ui-not-on-small', scopesFieldStyles.scope)}>{scope}</span>
            </Checkbox>
          </div>
        ))}
      </div>
      <FieldNotes {...notes} />
    </fieldset>
  )
}

const DEFAULT_SCOPES: readonly ApiScope[] = ['orders:read', 'invoices:read']

const HINTS: Partial<Record<ApiScope, MessageId>> = {
  'orders:read': 'api-keys.scope.orders-read.hint',
  'order-files:write': 'api-keys.scope.order-files-write.hint',
}
