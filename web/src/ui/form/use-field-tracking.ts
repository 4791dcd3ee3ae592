import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FormState } from '#web/platform/forms/use-form.ts'
import { type FieldValues, fillField, findControl, readFields } from './field-values.ts'

/**
 * Follows what is entered into a form beside what is stored. What is entered is written to the form's draft, and a draft
 * that is found is entered again. When the stored values change elsewhere, fields that were not edited show the new
 * ones, and an edited one becomes a conflict that the customer decides.
 */
export function useFieldTracking(
  element: RefObject<HTMLFormElement | null>,
  { stored, draft, pending }: Pick<FormState, 'stored' | 'draft' | 'pending'>,
): FieldTracking {
  /** What each field had when its value was last the stored one. */
  const baseline = useRef<FieldValues>({})
  const lastStored = useRef(stored)
  const [conflicts, setConflicts] = useState<FieldValues>({})
  const [updatedFields, setUpdatedFields] = useState<readonly string[]>([])
  const [restoredAt, setRestoredAt] = useState<number>()

  const fill = (values: FieldValues) => {
    const form = element.current
    if (!form) return
    // A choice can decide which fields there are, such as the country of an address.
    const isChoice = (name: string) => form.elements.namedItem(name) instanceof HTMLSelectElement
    const names = Object.keys(values).sort((one, other) => Number(isChoice(other)) - Number(isChoice(one)))
    for (const name of names) flushSync(() => fillField(form, name, values[name]!))
  }
  const listEdited = (values: FieldValues) =>
    Object.keys(values).filter(name => values[name] !== (baseline.current[name] ?? ''))

  const saveDraft = useEffectEvent(() => {
    const form = element.current
    if (!form || !draft || pending) return
    const values = readFields(form)
    const edited = listEdited(values)
    if (edited.length === 0) return draft.remove()
    const pick = (from: FieldValues) => Object.fromEntries(edited.map(name => [name, from[name] ?? '']))
    draft.write({ values: pick(values), baseline: pick(baseline.current) })
  })

  const restoreDraft = useEffectEvent(() => {
    const content = draft?.read()
    if (!content || !element.current) return
    const { values, baseline: before } = content
    const current = { ...baseline.current }
    fill(values)
    setConflicts(
      Object.fromEntries(
        Object.keys(values)
          .filter(name => name in current && current[name] !== before[name] && current[name] !== values[name])
          .map(name => [name, current[name]!]),
      ),
    )
    setRestoredAt(content.at)
  })

  useEffect(() => {
    const form = element.current
    if (!form) return
    baseline.current = readFields(form)
    let isClosed = false
    // Events that fields answer by rendering cannot be dispatched while React runs effects.
    queueMicrotask(() => {
      if (!isClosed) restoreDraft()
    })
    const listen = () => saveDraft()
    form.addEventListener('input', listen)
    form.addEventListener('change', listen)
    return () => {
      isClosed = true
      form.removeEventListener('input', listen)
      form.removeEventListener('change', listen)
    }
  }, [element])

  const followStored = useEffectEvent((before: FieldValues, now: FieldValues) => {
    const form = element.current
    // The form's own save is no change elsewhere.
    if (!form || pending) return
    const values = readFields(form)
    const changedNames = Object.keys(now).filter(name => now[name] !== before[name])
    const untouched: FieldValues = {}
    const nextConflicts = { ...conflicts }
    for (const name of changedNames) {
      delete nextConflicts[name]
      if (values[name] === undefined || values[name] === now[name]) baseline.current[name] = now[name]!
      else if (values[name] === baseline.current[name]) untouched[name] = now[name]!
      else nextConflicts[name] = now[name]!
    }
    Object.assign(baseline.current, untouched)
    fill(untouched)
    setConflicts(nextConflicts)
    setUpdatedFields(Object.keys(untouched))
  })

  const storedKey = JSON.stringify(stored)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `storedKey` is the content of `stored`.
  useEffect(() => {
    const before = lastStored.current
    lastStored.current = stored
    if (!before || before === stored) return
    // What is no longer stored, such as an address that was deleted, conflicts with nothing.
    if (!stored) return setConflicts({})
    queueMicrotask(() => followStored(before, stored))
  }, [storedKey])

  return {
    conflicts,
    updatedFields,
    restoredAt,
    keepEntered: () => {
      Object.assign(baseline.current, conflicts)
      setConflicts({})
      saveDraftNow(element.current)
    },
    takeStored: () => {
      Object.assign(baseline.current, conflicts)
      setConflicts({})
      fill(conflicts)
    },
    continueDraft: () => {
      setRestoredAt(undefined)
      const form = element.current
      const [name] = form ? listEdited(readFields(form)) : []
      if (name !== undefined) findControl(form, name)?.focus()
    },
    discardDraft: () => {
      const form = element.current
      Object.assign(baseline.current, conflicts)
      setConflicts({})
      setRestoredAt(undefined)
      if (form)
        fill(
          Object.fromEntries(listEdited(readFields(form)).map(name => [name, baseline.current[name] ?? ''])),
        )
      draft?.remove()
    },
  }
}

export interface FieldTracking {
  /** Stored values of edited fields that were changed elsewhere, by field. */
  conflicts: Readonly<FieldValues>
  /** Fields that show a value that was saved elsewhere while the form was open. */
  updatedFields: readonly string[]
  /** When the draft that was entered again was written; undefined without one, and once that was answered. */
  restoredAt: number | undefined
  keepEntered: () => void
  takeStored: () => void
  continueDraft: () => void
  discardDraft: () => void
}

/** Writes the draft with the baseline that a decision has changed. */
function saveDraftNow(form: HTMLFormElement | null) {
  form?.dispatchEvent(new Event('input'))
}
