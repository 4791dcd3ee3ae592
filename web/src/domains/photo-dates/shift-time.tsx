import ArrowRight from 'lucide-react/icons/arrow-right'
import Camera from 'lucide-react/icons/camera'
import type { SubmitEvent } from 'react'
import type { DatesPreview } from '#contract/photo-dates.ts'
import type { Image } from '#contract/photos.ts'
import { dateTimeLabel } from '#web/platform/i18n/dates.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './date-dialog.module.css'

/** What is entered, as text of the fields. */
export interface ShiftEntry {
  direction: 1 | -1
  days: string
  time: string
  onlyCamera: string | undefined
}

export const EMPTY_SHIFT: ShiftEntry = { direction: 1, days: '0', time: '0:00', onlyCamera: undefined }

/** Returns the minutes of a shift; undefined while what is entered is none. */
export function toMinutes({ direction, days, time }: ShiftEntry): number | undefined {
  const match = /^(\d{1,3}):([0-5]\d)$/.exec(time.trim())
  if (!match || !/^\d{1,5}$/.test(days.trim())) return undefined
  return direction * (Number(days) * 1440 + Number(match[1]) * 60 + Number(match[2]))
}

/** Moves the times of photos, and shows the first one before and after. */
export function ShiftTime({ shift, preview, onChange, onSubmit }: ShiftTimeProps) {
  const { texts, text } = useTexts()
  const minutes = toMinutes(shift) ?? 0
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit()
  }
  const setHours = (direction: 1 | -1) => onChange({ ...shift, direction, days: '0', time: '1:00' })
  const isHour = (direction: 1 | -1) => minutes === direction * 60
  const format = (image: Image, by: number) => dateTimeLabel(texts, shiftLocalTime(image.dateTaken, by))
  const first = preview?.first
  const last = preview?.last
  const leftOut = preview ? preview.photos - preview.shiftable : 0
  const thumbnail = first?.thumbnails[0]?.url
  const camera = preview?.cameras.length ? preview.cameras[0] : undefined
  const hasOthers = preview && camera && camera.photos < preview.photos
  return (
    <form className="ui-stack16 ui-ink" onSubmit={submit}>
      <p className="ui-quiet">{text('dates.shift.text')}</p>
      {first && (
        <div className={classes('ui-stack12', styles.example)}>
          <div>
            {thumbnail && <img src={thumbnail} alt="" />}
            <span>
              <small>{text('dates.shift.now', { name: first.localFileName })}</small>
              <strong>{format(first, 0)}</strong>
            </span>
          </div>
          <Icon of={ArrowRight} size={20} />
          <div>
            {thumbnail && <img src={thumbnail} alt="" />}
            <span>
              <small>{text('dates.shift.corrected')}</small>
              <strong>{format(first, minutes)}</strong>
            </span>
          </div>
        </div>
      )}
      <div className="ui-cluster12">
        <label className={styles.field}>
          <span>{text('dates.shift.direction')}</span>
          <select
            className={styles.input}
            value={shift.direction}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...shift, direction: value === '1' ? 1 : -1 })
            }
          >
            <option value={1}>{text('dates.shift.later')}</option>
            <option value={-1}>{text('dates.shift.earlier')}</option>
          </select>
        </label>
        <label className={styles.field}>
          <span>{text('dates.shift.days')}</span>
          <input
            className={styles.input}
            inputMode="numeric"
            maxLength={5}
            autoComplete="off"
            value={shift.days}
            onChange={({ currentTarget: { value } }) => onChange({ ...shift, days: value })}
          />
        </label>
        <label className={styles.field}>
          <span>{text('dates.shift.time')}</span>
          <input
            className={styles.input}
            maxLength={6}
            autoComplete="off"
            value={shift.time}
            onChange={({ currentTarget: { value } }) => onChange({ ...shift, time: value })}
          />
        </label>
      </div>
      <div className="ui-cluster8">
        <Choice isOn={isHour(1)} onPress={() => setHours(1)} label={text('dates.shift.hour-later')} />
        <Choice isOn={isHour(-1)} onPress={() => setHours(-1)} label={text('dates.shift.hour-earlier')} />
        {camera && (hasOthers || shift.onlyCamera) && (
          <Choice
            isOn={shift.onlyCamera === camera.name}
            onPress={() =>
              onChange({ ...shift, onlyCamera: shift.onlyCamera === camera.name ? undefined : camera.name })
            }
            icon={Camera}
            label={text('dates.shift.camera', { camera: camera.name, count: camera.photos })}
          />
        )}
      </div>
      {preview && (
        <p className="ui-note" aria-live="polite">
          {first &&
            last &&
            `${text('dates.shift.span', { from: format(first, minutes) ?? '', to: format(last, minutes) ?? '' })} `}
          {minutes !== 0 && first && `${text('dates.shift.other-day', { count: preview.otherDay })} `}
          {leftOut > 0 && text('dates.shift.left-out', { count: leftOut })}
        </p>
      )}
      <button type="submit" hidden />
    </form>
  )
}

function Choice({ isOn, onPress, icon, label }: ChoiceProps) {
  return (
    <button
      type="button"
      className={classes('ui-inline-row8 ui-strong', styles.chip, isOn && styles.chosen)}
      aria-pressed={isOn}
      onClick={onPress}
    >
      {icon && <Icon of={icon} size={16} />}
      {label}
    </button>
  )
}

interface ChoiceProps {
  isOn: boolean
  onPress: () => void
  icon?: typeof Camera
  label: string
}

/** Moves a local date-time 'YYYY-MM-DDTHH:mm:ss' by minutes. */
function shiftLocalTime(localTime: string | undefined, minutes: number): string | undefined {
  const time = Date.parse(`${localTime}Z`)
  return Number.isNaN(time) ? undefined : new Date(time + minutes * 60_000).toISOString().slice(0, 19)
}

interface ShiftTimeProps {
  shift: ShiftEntry
  preview: DatesPreview | undefined
  onChange: (shift: ShiftEntry) => void
  onSubmit: () => void
}
