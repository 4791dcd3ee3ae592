import { useQuery, useQueryClient } from '@tanstack/react-query'
import FileText from 'lucide-react/icons/file-text'
import KeyRound from 'lucide-react/icons/key-round'
import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useState } from 'react'
import { type SftpAccess as Access, deleteSftpKey, type SftpKey } from '#contract/sftp-access.ts'
import { CopyButton } from '#web/domains/callbacks/index.ts'
import { call, serviceAddress } from '#web/platform/http/call.ts'
import { nullIfNotFound } from '#web/platform/http/null-if-absent.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ListRow, ListRows } from '#web/ui/list-rows.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { OperationDialog } from '#web/ui/operation-dialog.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { Skeletons } from '#web/ui/skeleton.tsx'
import { formatKeyType } from './key-label.ts'
import styles from './sftp-access.module.css'
import { sftpAccessQuery } from './sftp-access-query.ts'
import { SftpPassword } from './sftp-password.tsx'

/** How files are reached by SFTP, and the keys and the password that sign in . */
export function SftpAccess({ isBlocked }: { isBlocked: boolean }) {
  const { text } = useTexts()
  const { data, isError, refetch } = useQuery(sftpAccessQuery)
  if (data?.access)
    return (
      <>
        <Connection>
          <AccessRows access={data.access} />
        </Connection>
        <SftpKeys keys={data.access.keys} isBlocked={isBlocked} />
        <SftpPassword access={data.access} isBlocked={isBlocked} />
      </>
    )
  return (
    <Connection>
      {data && <p className="ui-quiet">{text('integration.sftp.none')}</p>}
      {!data && !isError && <LoadingRows />}
      {!data && isError && <LoadFailed retry={refetch} id="callbacks.load-failed" />}
    </Connection>
  )
}

function Connection({ children }: { children: ReactNode }) {
  const { text } = useTexts()
  return (
    <section className="ui-above32" aria-labelledby="sftp">
      <h2 id="sftp" className="ui-below8">
        {text('integration.sftp.connection')}
      </h2>
      {children}
    </section>
  )
}

/** Each value with a button that copies it. */
function AccessRows({ access }: { access: Access }) {
  const { text } = useTexts()
  const { host, port, userName, hostKey, folders, fileName } = access
  return (
    <>
      <dl className="ui-ruled">
        <Row
          name={text('integration.sftp.host')}
          displayValue={text('integration.sftp.host.value', { host, port: String(port) })}
          value={host}
        />
        <Row name={text('integration.sftp.user-name')} value={userName} />
        <Row name={text('integration.sftp.host-key')} value={hostKey} />
        {folders.map(({ purpose, path }) => (
          <Row key={path} name={text(`integration.sftp.folder-${purpose}`)} value={path} />
        ))}
        <Row name={text('integration.sftp.file-name')} value={fileName} />
      </dl>
      <p className={classes('ui-row12 ui-above16', styles.note)}>
        <Icon of={FileText} />
        <span>
          {text('integration.sftp.format')}{' '}
          <a href={serviceAddress('sftpAccess', '/order-file.schema.json')} className="ui-accent">
            {text('integration.sftp.schema')}
          </a>
        </span>
      </p>
    </>
  )
}

function Row({ name, value, displayValue = value }: { name: string; value: string; displayValue?: string }) {
  return (
    <div className={styles.row}>
      <dt className={classes('ui-quiet', styles.name)}>{name}</dt>
      <dd className={styles.value}>{displayValue}</dd>
      <dd className={styles.action}>
        <CopyButton name={name} value={value} />
      </dd>
    </div>
  )
}

function LoadingRows() {
  return (
    <Loading id="callbacks.loading" className="ui-stack12">
      <Skeletons count={7} width="100%" height={40} />
    </Loading>
  )
}

const AddKeyDialog = lazyComponent(() => import('./add-key-dialog.tsx'), 'AddKeyDialog')

/** The public keys that sign in by SFTP: added, listed with their last use, and ended. */
function SftpKeys({ keys, isBlocked }: { keys: readonly SftpKey[]; isBlocked: boolean }) {
  const { text } = useTexts()
  const [isAdding, setAdding] = useState(false)
  const [ending, setEnding] = useState<SftpKey>()
  return (
    <section className="ui-above32" aria-labelledby="sftp-keys">
      <SectionHeading
        id="sftp-keys"
        title={text('integration.sftp.keys')}
        count={keys.length}
        action={
          <Button
            variant="primary"
            size="small"
            icon={Plus}
            disabled={isBlocked}
            onClick={() => setAdding(true)}
          >
            {text('integration.sftp.keys.add')}
          </Button>
        }
      />
      {keys.length === 0 ? (
        <p className="ui-quiet">{text('integration.sftp.keys.none')}</p>
      ) : (
        <ListRows>
          {keys.map(key => (
            <KeyRow key={key.id} sftpKey={key} onEnd={() => setEnding(key)} />
          ))}
        </ListRows>
      )}
      {isAdding && <AddKeyDialog onClose={() => setAdding(false)} />}
      {ending && <EndKeyDialog sftpKey={ending} onClose={() => setEnding(undefined)} />}
    </section>
  )
}

function KeyRow({ sftpKey, onEnd }: { sftpKey: SftpKey; onEnd: () => void }) {
  const { texts, text } = useTexts()
  const { name, fingerprint, createdAt, lastUsedAt, lastUsedFrom } = sftpKey
  const use = lastUsedAt
    ? text(lastUsedFrom ? 'integration.sftp.used-from' : 'integration.sftp.used', {
        time: instantLabel(texts, lastUsedAt, 'short-day-time'),
        network: lastUsedFrom ?? '',
      })
    : text('integration.sftp.never-used', { date: instantLabel(texts, createdAt, 'day') })
  return (
    <ListRow
      inline
      icon={KeyRound}
      name={name}
      end={
        <Button variant="text" aria-label={text('integration.sftp.keys.end', { name })} onClick={onEnd}>
          {text('integration.sftp.end')}
        </Button>
      }
    >
      <p className="ui-note">
        {formatKeyType(sftpKey)} ·{' '}
        <span className={styles.fingerprint} title={fingerprint}>
          {/* 'SHA256:kV3q…8Zs': enough to tell the keys of an account apart. */}
          {`${fingerprint.slice(0, 11)}…${fingerprint.slice(-3)}`}
        </span>
      </p>
      <p className="ui-note">{use}</p>
    </ListRow>
  )
}

function EndKeyDialog({ sftpKey: { id, name }, onClose }: { sftpKey: SftpKey; onClose: () => void }) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const run = async () => {
    // It may have been ended in another window.
    await nullIfNotFound(call(deleteSftpKey, { params: { id } }, { unloggedStatuses: [404] }))
    void queries.invalidateQueries({ queryKey: sftpAccessQuery.queryKey })
  }
  return (
    <OperationDialog
      title={text('integration.sftp.keys.end.title', { name })}
      confirmLabel={text('integration.sftp.keys.end.confirm')}
      danger
      run={run}
      onDone={onClose}
      onCancel={onClose}
      failure={text('integration.sftp.end.failed')}
    >
      <p>{text('integration.sftp.end.text')}</p>
    </OperationDialog>
  )
}
