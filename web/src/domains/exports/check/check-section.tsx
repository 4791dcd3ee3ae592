import Folder from 'lucide-react/icons/folder'
import SearchCheck from 'lucide-react/icons/search-check'
import { useRef } from 'react'
import type { ReadyExport } from '#contract/exports.ts'
import { useFileDrop } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { FileInput } from '#web/ui/file-input.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { isMobile, useScreenSize } from '#web/ui/screen-size.ts'
import pageStyles from '../export-page.module.css'
import { countMissing } from '../export-queries.ts'
import styles from './check-section.module.css'
import { type Check, type CheckState, isIntact } from './use-check.ts'

/** 'Check my files': reads downloaded files on the device and shows whether they contain every photo of the export. */
export function CheckSection({ item, check }: { item: ReadyExport; check: Check }) {
  const { text } = useTexts()
  const { state, add } = check
  const isRunning = state.status === 'running'
  const isDraggedOver = useFileDrop(!isRunning, sources =>
    add(
      sources.flatMap(source => ('file' in source ? source.file : [])),
      sources.flatMap(source => ('file' in source ? [] : source.name)),
    ),
  )
  return (
    <section className={pageStyles.section} aria-labelledby="export-check">
      <h2 id="export-check">{text('export.check')}</h2>
      <p className={styles.intro}>{text('export.check.text')}</p>
      {isRunning ? (
        <Running check={check} />
      ) : (
        <>
          <Outcome item={item} state={state} />
          <FilePicker isDraggedOver={isDraggedOver} add={add} />
        </>
      )}
    </section>
  )
}

function FilePicker({ isDraggedOver, add }: { isDraggedOver: boolean; add: Check['add'] }) {
  const { text } = useTexts()
  const isOnMobile = isMobile(useScreenSize())
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const handlePick = (picked: File[]) => {
    const files = picked.filter(({ name }) => !name.startsWith('.'))
    if (files.length > 0) add(files)
  }
  return (
    <div className={classes('ui-row ui-above16', styles.zone, isDraggedOver && styles.above)}>
      {!isOnMobile && (
        <>
          <Icon of={SearchCheck} size={28} />
          <span className="ui-quiet">{text('export.check.drop')}</span>
        </>
      )}
      <div className="ui-cluster8">
        <Button variant="line" onClick={() => files.current?.click()}>
          {text('export.check.choose')}
        </Button>
        {!isOnMobile && (
          <Button variant="text" icon={Folder} onClick={() => folder.current?.click()}>
            {text('action.choose-folder')}
          </Button>
        )}
      </div>
      <FileInput inputRef={files} label={text('export.check.choose')} onPicked={handlePick} />
      <FileInput inputRef={folder} label={text('action.choose-folder')} isFolder onPicked={handlePick} />
    </div>
  )
}

function Running({ check }: { check: Check }) {
  const { text } = useTexts()
  const { file, progress } = check.state
  return (
    <div className={classes('ui-stack8 ui-above16', styles.running)}>
      <div className="ui-row16 ui-between">
        <span className="ui-narrow ui-ellipsis">{text('export.check.running', { name: file })}</span>
        <Button variant="text" size="small" onClick={check.stop}>
          {text('action.cancel')}
        </Button>
      </div>
      <ProgressBar label={text('export.check')} value={progress} />
      <p className="ui-note">
        {text('export.check.progress', {
          done: countFound(check.state),
          total: check.state.expectedCount,
        })}
      </p>
    </div>
  )
}

/** The result of the check of the files that were given last. */
function Outcome({ item, state }: { item: ReadyExport; state: CheckState }) {
  const { text } = useTexts()
  const { status, expectedCount, foreignFiles, missingPhotos } = state
  if (status === 'failed')
    return (
      <div className="ui-stack8 ui-above16">
        <AlertBanner kind="error">{text('export.check.failed')}</AlertBanner>
      </div>
    )
  if (status !== 'done') return null
  return (
    <div className="ui-stack8 ui-above16">
      <Damage state={state} />
      {missingPhotos.length === 0 && expectedCount > 0 && isIntact(state) && (
        <AlertBanner kind="success" title={text('export.check.all', { count: expectedCount })}>
          {countMissing(item) === 0 && text('export.check.all.text')}
        </AlertBanner>
      )}
      {missingPhotos.length > 0 && (
        <>
          <AlertBanner kind="warning" title={text('export.check.missing', { count: missingPhotos.length })}>
            {text('export.check.missing.text')}
          </AlertBanner>
          {foreignFiles.slice(0, MAX_FOREIGN_SHOWN).map(name => (
            <p key={name} className="ui-note">
              {text('export.check.foreign', { name })}
            </p>
          ))}
          <details className={styles.which}>
            <summary>{text('export.check.which')}</summary>
            <Names names={missingPhotos} />
          </details>
        </>
      )}
    </div>
  )
}

/** Every given file that is damaged or unreadable, with the damaged photos of a zip. */
function Damage({ state }: { state: CheckState }) {
  const { text } = useTexts()
  const { damagedFiles, damagedPhotos, unreadableNames } = state
  return (
    <>
      {damagedFiles.map(name => (
        <AlertBanner key={name} kind="error">
          {text('export.check.damaged', { name })}
        </AlertBanner>
      ))}
      {Object.entries(damagedPhotos).map(([zip, names]) => (
        <AlertBanner
          key={zip}
          kind="error"
          title={text('export.check.damaged-photos', { count: names.length, name: zip })}
        >
          <div className={styles.which}>
            <Names names={names} />
          </div>
        </AlertBanner>
      ))}
      {unreadableNames.map(name => (
        <AlertBanner key={name} kind="error">
          {text('export.check.unreadable', { name })}
        </AlertBanner>
      ))}
    </>
  )
}

function Names({ names }: { names: readonly string[] }) {
  return (
    <ul>
      {names.slice(0, MAX_NAMES_SHOWN).map(name => (
        <li key={name}>{name}</li>
      ))}
      {names.length > MAX_NAMES_SHOWN && <li>…</li>}
    </ul>
  )
}

const MAX_FOREIGN_SHOWN = 3
const MAX_NAMES_SHOWN = 200

const countFound = ({ foundCounts }: CheckState) =>
  Object.values(foundCounts).reduce((sum, count) => sum + count, 0)
