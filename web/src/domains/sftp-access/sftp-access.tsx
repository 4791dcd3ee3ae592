import { useQuery } from '@tanstack/react-query'
import FileText from 'lucide-react/icons/file-text'
import type { ReactNode } from 'react'
import type { SftpAccess as Access } from '#contract/sftp-access.ts'
import { CopyButton } from '#web/domains/callbacks/index.ts'
import { serviceAddress } from '#web/platform/http/call.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Skeletons } from '#web/ui/skeleton.tsx'
import styles from './sftp-access.module.css'
import { sftpAccessQuery } from './sftp-access-query.ts'
import { SftpKeys } from './sftp-keys.tsx'
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
