import { type Dispatch, type SetStateAction, useState } from 'react'
import {
  CALLBACK_EVENT_TYPES,
  CALLBACK_EVENT_TYPES_1,
  CALLBACK_VERSIONS,
  type CallbackEventType,
  type CallbackVersion,
} from '#contract/callback-payload.ts'
import type { CallbackEndpoint } from '#contract/callbacks.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import styles from './event-choice.module.css'

/** Served beside the pages of every brand; it describes callbacks. */
const API_DOCUMENTATION = '/api/docs'

/** The version and the types of events that the customer has chosen in the form. */
export interface EventSettings {
  version: CallbackVersion
  /** Null: all, also those of later releases. */
  events: CallbackEventType[] | null
}

/** Holds the choice in the form, which begins with what is saved; a new address has the latest version and all events. */
export function useEventChoice(endpoint: CallbackEndpoint | null) {
  const [version, setVersion] = useState<CallbackVersion>(readVersion(endpoint))
  const [chosen, setChosen] = useState<readonly string[]>(endpoint?.events ?? CALLBACK_EVENT_TYPES)
  const types: readonly CallbackEventType[] = version === '1' ? CALLBACK_EVENT_TYPES_1 : CALLBACK_EVENT_TYPES
  const chosenTypes = types.filter(type => chosen.includes(type))
  const settings: EventSettings = {
    version,
    events: chosenTypes.length === types.length ? null : chosenTypes,
  }
  const isChanged =
    version !== readVersion(endpoint) || String(settings.events) !== String(endpoint?.events ?? null)
  return { types, chosen, setChosen, setVersion, settings, isChanged }
}

const readVersion = (endpoint: CallbackEndpoint | null): CallbackVersion =>
  CALLBACK_VERSIONS.find(version => version === endpoint?.version) ?? '2026-12'

/** The choice of version and events, of which the form saves `settings`. */
export function EventChoice({ choice }: { choice: ReturnType<typeof useEventChoice> }) {
  const { text } = useTexts()
  const { types, chosen, setChosen, setVersion, settings } = choice
  return (
    <>
      <div className="ui-stack8">
        <SelectField
          name="version"
          label={text('callbacks.version')}
          options={CALLBACK_VERSIONS.map(id => ({ id, label: text(`callbacks.version.${id}`) })).toReversed()}
          value={settings.version}
          onChange={id => setVersion(CALLBACK_VERSIONS.find(version => version === id) ?? '2026-12')}
        />
        <a href={API_DOCUMENTATION} className={styles.link}>
          {text('callbacks.version.changes')}
        </a>
      </div>
      <fieldset className="ui-stack">
        <legend className={styles.label}>{text('callbacks.events')}</legend>
        {types.map(type => (
          <div key={type} className={styles.event}>
            <Checkbox
              checked={chosen.includes(type)}
              onChange={isChosen => toggle(setChosen, type, isChosen)}
            >
              {type}
            </Checkbox>
          </div>
        ))}
      </fieldset>
    </>
  )
}

function toggle(
  setChosen: Dispatch<SetStateAction<readonly string[]>>,
  type: CallbackEventType,
  isChosen: boolean,
): void {
  setChosen(chosen => (isChosen ? [...chosen, type] : chosen.filter(each => each !== type)))
}
