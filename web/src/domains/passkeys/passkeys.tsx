import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { type Passkey, TOO_MANY_PASSKEYS } from '#contract/passkeys.ts'
import { isCancelled } from '#web/platform/http/cancelled-call.ts'
import { HttpFailure, isNotFound } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ContactText } from '#web/ui/contact-text.tsx'
import { ListRows, RowSkeletons } from '#web/ui/list-rows.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { type PasskeyCreation, passkeysQuery, requestPasskeyCreation } from './passkey-queries.ts'
import { PasskeyRow } from './passkey-row.tsx'
import styles from './passkeys.module.css'
import { canCreatePasskeys } from './webauthn.ts'

const AddPasskeyDialog = lazyComponent(() =>
  import('./add-passkey-dialog.tsx').then(module => module.AddPasskeyDialog),
)
const NamePasskeyDialog = lazyComponent(() =>
  import('./name-passkey-dialog.tsx').then(module => module.NamePasskeyDialog),
)

/**
 * The customer's passkeys: list, add, rename, delete (NX-333). Nothing with an external identity provider, which has its
 * own. `onChanged` is called when one was added or deleted.
 */
export function Passkeys({ onChanged }: { onChanged: () => void }) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(passkeysQuery)
  const [creation, setCreation] = useState<PasskeyCreation>()
  const [naming, setNaming] = useState<{ passkey: Passkey; isNew: boolean }>()
  // Before the dialog, so that the press in it can open the browser's own: Safari wants that in the press itself.
  const start = useMutation({ mutationFn: requestPasskeyCreation, onSuccess: setCreation })
  const reload = () => queries.invalidateQueries({ queryKey: passkeysQuery.queryKey })
  if (isNotFound(error)) return null
  const canCreate = canCreatePasskeys()
  const passkeys = data?.passkeys ?? []
  return (
    <section aria-labelledby="passkeys">
      <SectionHeading
        id="passkeys"
        title={text('passkeys.title')}
        count={passkeys.length}
        ruled
        action={
          canCreate && (
            <Button size="small" icon={Plus} pending={start.isPending} onClick={() => start.mutate()}>
              {text('passkeys.add')}
            </Button>
          )
        }
      />
      {start.isError && !isCancelled(start.error) && (
        <AlertBanner kind="error">
          {isReason(start.error, TOO_MANY_PASSKEYS) ? (
            text('passkeys.too-many')
          ) : (
            <ContactText id="app.error.text" />
          )}
        </AlertBanner>
      )}
      {!data && !error && <RowSkeletons count={1} />}
      {!data && error && (
        <AlertBanner kind="error" onRetry={() => void refetch()}>
          <ContactText id="app.error.text" />
        </AlertBanner>
      )}
      {data && passkeys.length === 0 && (
        <p className={styles.none}>{text(canCreate ? 'passkeys.none' : 'passkeys.unsupported')}</p>
      )}
      {passkeys.length > 0 && (
        <ListRows>
          {passkeys.map(passkey => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setNaming({ passkey, isNew: false })}
              onDeleted={onChanged}
            />
          ))}
        </ListRows>
      )}
      {creation && (
        <AddPasskeyDialog
          creation={creation}
          onClose={() => setCreation(undefined)}
          onAdded={async passkey => {
            await reload()
            onChanged()
            setCreation(undefined)
            setNaming({ passkey, isNew: true })
          }}
        />
      )}
      {naming && <NamePasskeyDialog {...naming} onSaved={reload} onClose={() => setNaming(undefined)} />}
    </section>
  )
}

const isReason = (error: unknown, reason: string) => error instanceof HttpFailure && error.reason === reason
