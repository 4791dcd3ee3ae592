import type { Callbacks } from '#contract/callbacks.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { CopyButton } from '../copy-button.tsx'
import styles from './sftp-access.module.css'

/** Where and how files are sent, each value with a button that copies it (OP-84). */
export function SftpAccess({ sftp }: { sftp: Callbacks['sftp'] }) {
  const { text } = useTexts()
  return (
    <section className={styles.section} aria-labelledby="sftp">
      <h2 id="sftp" className={styles.title}>
        {text('integration.sftp')}
      </h2>
      {sftp ? <SftpRows sftp={sftp} /> : <p className={styles.none}>{text('integration.sftp.none')}</p>}
    </section>
  )
}

function SftpRows({ sftp }: { sftp: NonNullable<Callbacks['sftp']> }) {
  const { text } = useTexts()
  const { host, port, userName, hostKey, folders, fileName } = sftp
  return (
    <dl className={styles.rows}>
      <Row
        name={text('integration.sftp.host')}
        shown={text('integration.sftp.host.value', { host, port: String(port) })}
        value={host}
      />
      <Row name={text('integration.sftp.user-name')} value={userName} />
      {hostKey && <Row name={text('integration.sftp.host-key')} value={hostKey} />}
      {folders.map(({ purpose, path }) => (
        <Row key={path} name={text(`integration.sftp.folder-${purpose}`)} value={path} />
      ))}
      <Row name={text('integration.sftp.file-name')} value={fileName} />
    </dl>
  )
}

function Row({ name, value, shown = value }: { name: string; value: string; shown?: string }) {
  return (
    <div className={styles.row}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{shown}</dd>
      <dd className={styles.copy}>
        <CopyButton name={name} value={value} />
      </dd>
    </div>
  )
}
