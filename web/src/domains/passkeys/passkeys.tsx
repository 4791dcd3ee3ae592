import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import KeyRound from 'lucide-react/icons/key-round'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { deletePasskey, ONLY_SIGN_IN, type Passkey, TOO_MANY_PASSKEYS } from '#contract/passkeys.ts'
import { call } from '#web/platform/http/call.ts'
import { isCancelled } from '#web/platform/http/cancelled-call.ts'
import { HttpFailure, isNotFound } from '#web/platform/http/http-failure.ts'
import { daysSince, instantDayLabel } from '#web/platform/i18n/dates.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ContactText } from '#web/ui/contact-text.tsx'
import { ListRow, ListRows, RowSkeletons } from '#web/ui/list-rows.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { MenuTrigger } from '#web/ui/menu-trigger.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { type PasskeyCreation, passkeysQuery, requestPasskeyCreation } from './passkey-queries.ts'
import styles from './passkeys.module.css'
import { canCreatePasskeys, signalAcceptedCredentials } from './webauthn.ts'

const AddPasskeyDialog = lazyComponent(() => import('./add-passkey-dialog.tsx'), 'AddPasskeyDialog')
const NamePasskeyDialog = lazyComponent(() => import('./name-passkey-dialog.tsx'), 'NamePasskeyDialog')

/**
 * The customer's passkeys: list, add, rename, delete. Nothing with an external identity provider, which has its
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
      {!data && error && <LoadFailed retry={refetch} />}
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

/** A passkey with its actions. */
function PasskeyRow({ passkey, onRename, onDeleted }: PasskeyRowProps) {
  const { texts, text } = useTexts()
  const queries = useQueryClient()
  const { name, createdAt } = passkey
  const remove = async () => {
    if (await deletePasskeyWithToast(queries, passkey, texts)) onDeleted()
  }
  return (
    <ListRow
      inline
      icon={KeyRound}
      name={name}
      facts={[
        text('passkeys.added-on', { date: instantDayLabel(texts, createdAt) }),
        formatUse(texts, passkey),
      ]}
      end={
        <MenuTrigger
          icon={Ellipsis}
          label={text('action.menu-of', { name })}
          items={[
            { id: 'rename', label: text('passkeys.rename'), icon: Pencil, onAction: onRename },
            {
              id: 'delete',
              label: text('action.delete'),
              icon: Trash2,
              danger: true,
              onAction: () => void remove(),
            },
          ]}
        />
      }
    />
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  onRename: () => void
  onDeleted: () => void
}

function formatUse(texts: Texts, { lastUsedAt }: Passkey): string {
  if (lastUsedAt === null) return texts.text('passkeys.never-used')
  return daysSince(texts, lastUsedAt, Date.now()) === 0
    ? texts.text('passkeys.used-today')
    : texts.text('passkeys.used-on', { date: instantDayLabel(texts, lastUsedAt) })
}

/**
 * Deletes a passkey, here and in the browser's password manager, and says so; there is no way back. False when it was not
 * deleted.
 */
async function deletePasskeyWithToast(
  queries: QueryClient,
  { id, name }: Passkey,
  { text }: Texts,
): Promise<boolean> {
  const subject = `passkey ${id}`
  try {
    await call(deletePasskey, { params: { id } }, { unloggedStatuses: [404, 409] })
  } catch (error) {
    if (isCancelled(error)) return false
    // 404: already deleted on another device.
    if (!isNotFound(error)) {
      const isOnly = error instanceof HttpFailure && error.reason === ONLY_SIGN_IN
      if (!isOnly) reportFailure(error)
      const message = text(isOnly ? 'passkeys.only-sign-in' : 'passkeys.delete-failed')
      toasts.add({ subject, text: message, kind: 'error' })
      return false
    }
  }
  toasts.add({ subject, text: text('passkeys.deleted', { name }), kind: 'success' })
  const { accepted } = await queries.fetchQuery({ ...passkeysQuery, staleTime: 0 })
  await signalAcceptedCredentials(accepted)
  return true
}
