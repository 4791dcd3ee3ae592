import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { checkInput } from '#contract/input/field-issues.ts'
import {
  parseSshPublicKey,
  SFTP_KEY_NAME_MAX,
  type SshPublicKey,
  sftpKeyForm,
} from '#contract/input/ssh-public-key.ts'
import { addSftpKey, SFTP_KEYS_MAX } from '#contract/sftp-access.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { computeFingerprint, formatKeyType, suggestKeyName } from './key-label.ts'
import styles from './sftp-access.module.css'
import { sftpAccessQuery } from './sftp-access-query.ts'

/** Adds a public key; shows what is pasted, and names it as the computer that made it. */
export function AddKeyDialog({ onClose }: { onClose: () => void }) {
  const { texts, text } = useTexts()
  const queries = useQueryClient()
  const [key, setKey] = useState<SshPublicKey>()
  const [name, setName] = useState('')
  const [isNamed, setNamed] = useState(false)
  // Without a draft: somebody may paste a private key.
  const form = useForm({
    check: values => checkInput(sftpKeyForm, values, 'form'),
    submit: async body => {
      await call(addSftpKey, { body }, { unloggedStatuses: [409] })
      await queries.invalidateQueries({ queryKey: sftpAccessQuery.queryKey })
      onClose()
    },
    refusal: readConflict,
    message: (field, issue) => formatIssue(texts, field, issue),
  })
  const onPublicKey = (value: string) => {
    const parsed = parseSshPublicKey(value)
    const isKey = typeof parsed !== 'string'
    setKey(isKey ? parsed : undefined)
    if (isKey && !isNamed) setName(suggestKeyName(parsed.comment))
  }
  return (
    <FormDialog
      form={form}
      title={text('integration.sftp.keys.add.title')}
      confirmLabel={text('integration.sftp.keys.add.confirm')}
      failure={text('integration.sftp.keys.add.failed')}
      onCancel={onClose}
    >
      <div className="ui-stack16">
        <TextAreaField
          name="publicKey"
          label={text('integration.sftp.keys.public-key')}
          hint={text('integration.sftp.keys.public-key.hint')}
          isCode
          onChange={onPublicKey}
        />
        {key && <ParsedKey sshKey={key} />}
        <TextField
          name="name"
          label={text('field.name')}
          value={name}
          onChange={value => {
            setName(value)
            setNamed(value !== '')
          }}
          autoComplete="off"
          spellCheck="false"
        />
      </div>
    </FormDialog>
  )
}

function ParsedKey({ sshKey }: { sshKey: SshPublicKey }) {
  const { text, number } = useTexts()
  const { type, bits, blob } = sshKey
  const [fingerprint, setFingerprint] = useState('')
  useEffect(() => {
    let isCurrent = true
    void computeFingerprint(blob).then(computed => isCurrent && setFingerprint(computed))
    return () => {
      isCurrent = false
    }
  }, [blob])
  const [name] = formatKeyType({ type, bits }).split(' ')
  return (
    <AlertBanner kind="success">
      <strong>
        {text('integration.sftp.keys.parsed', { type: name!, bits: number(bits, { useGrouping: false }) })}
      </strong>
      <p className={styles.fingerprint}>{fingerprint}</p>
    </AlertBanner>
  )
}

const CONFLICTS: Record<string, string> = { 'key-in-use': 'in-use', 'too-many-keys': 'too-many' }

/** The issue of a key that the account cannot add now. */
function readConflict(error: unknown): Record<string, string> | undefined {
  const issue =
    error instanceof HttpFailure && error.reason !== undefined ? CONFLICTS[error.reason] : undefined
  return issue === undefined ? undefined : { publicKey: issue }
}

function formatIssue({ text }: Texts, field: string, issue: string): string {
  if (field === 'name') return text('integration.sftp.keys.name.wrong', { max: String(SFTP_KEY_NAME_MAX) })
  const known = KEY_ISSUES.find(each => each === issue) ?? 'not-a-key'
  return text(`integration.sftp.keys.${known}`, { max: String(SFTP_KEYS_MAX) })
}

const KEY_ISSUES = ['private-key', 'type', 'too-short', 'in-use', 'too-many'] as const
