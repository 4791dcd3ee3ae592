import { useContext, useState } from 'react'
import { API_SCOPES, type ApiScope } from '#contract/api-scopes.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FieldStateContext } from '#web/ui/form/form-state.ts'
import { NativeFieldNotes, useNativeField } from '#web/ui/form/native-field.tsx'
import { SCOPE_TEXTS } from '../key-texts.ts'
import styles from './scopes-field.module.css'

/** The scopes of a new key inside a Form, which submits them separated by spaces as `scopes`. */
export function ScopesField() {
  const { text } = useTexts()
  const { pending } = useContext(FieldStateContext)
  const [scopes, setScopes] = useState<readonly ApiScope[]>(DEFAULT_SCOPES)
  const { field, notes } = useNativeField('scopes')
  return (
    <fieldset className={styles.group} {...field}>
      <legend className={styles.legend}>{text('api-keys.it-may')}</legend>
      <input type="hidden" name="scopes" value={scopes.join(' ')} />
      <div className={styles.options}>
        {API_SCOPES.map(scope => (
          <div key={scope} className={styles.option}>
            <Checkbox
              checked={scopes.includes(scope)}
              disabled={pending}
              onChange={isChecked =>
                setScopes(API_SCOPES.filter(each => (each === scope ? isChecked : scopes.includes(each))))
              }
            >
              <span className={styles.text}>
                <span className={styles.label}>{text(SCOPE_TEXTS[scope])}</span>
                {HINTS[scope] && <span className={styles.hint}>{text(HINTS[scope])}</span>}
              </span>
              <span className={styles.scope}>{scope}</span>
            </Checkbox>
          </div>
        ))}
      </div>
      <NativeFieldNotes {...notes} />
    </fieldset>
  )
}

const DEFAULT_SCOPES: readonly ApiScope[] = ['orders:read', 'invoices:read']

const HINTS: Partial<Record<ApiScope, MessageId>> = {
  'orders:read': 'api-keys.scope.orders-read.hint',
  'order-files:write': 'api-keys.scope.order-files-write.hint',
}
