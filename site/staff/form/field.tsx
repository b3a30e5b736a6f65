import type { ComponentChildren } from 'preact'
import { common } from '../messages/common.ts'
import { formatTime, formatZoneName } from '../messages/format.ts'
import { joined, listed } from '../messages/language.ts'
import { readNumber } from './number.ts'
import type { Rule } from './rules.ts'
import { Suggest, type Suggestion } from './suggest.tsx'

/** The value of a field: texts as typed, choices of several as a list. */
export type Entered = string | boolean | string[]

/** The clocks of a time zone, by its name in the IANA database. What they show is as the browser's field has it: `2026-11-24T23:40`. */
export interface Clocks {
  zone: string
  /** What they show at a moment. */
  show: (moment: string) => string
  /** When they show this, in UTC. */
  read: (shown: string) => string
}

export interface FieldProps {
  id: string
  name: string
  label: string
  /** A shorter label, where its group says the rest. Screen readers read the whole one. */
  shortLabel?: string | undefined
  rule: Rule
  value: Entered
  error: string | undefined
  hint?: string | undefined
  /** The text of a choice. */
  choiceName?: ((choice: string) => string) | undefined
  /** The text of no choice, by default that it is not set. */
  emptyChoice?: string | undefined
  /** Suggestions for a text. */
  suggestions?: readonly Suggestion[] | undefined
  /** The unit of a number, shown in the field. */
  unit?: string | undefined
  type?: 'email' | 'password' | 'tel' | 'url' | undefined
  autocomplete?: string | undefined
  /** Of a time: by which clocks it is shown and entered. By default those of the user. */
  clocks?: Clocks | undefined
  /** What acts on the field, after it. */
  aside?: ComponentChildren
  /** What is entered by other means than typing, such as a signature, in a group that the field names. */
  control?: ((value: Entered, onEnter: (value: Entered) => void) => ComponentChildren) | undefined
  inputMode?: 'numeric' | undefined
  /** Whether a field that may stay empty says so. */
  saysOptional?: boolean | undefined
  /** `suggestion`: if it was chosen of the suggestions. */
  onEnter: (value: Entered, suggestion?: Suggestion) => void
}

/** The texts of a field in its form. */
export interface FieldOptions extends Pick<
  FieldProps,
  | 'shortLabel'
  | 'hint'
  | 'choiceName'
  | 'emptyChoice'
  | 'suggestions'
  | 'unit'
  | 'type'
  | 'autocomplete'
  | 'aside'
  | 'control'
  | 'inputMode'
> {
  label: string
  /** What to do if it is required and empty, in place of the general words. */
  missing?: string
  /** Returns the fault of a text beyond the rules of its schema. Called when the form is sent. */
  check?: (text: string) => string | undefined
  /** The clocks of a time, by what is entered in the form. */
  clocksOf?: (entered: Readonly<Record<string, Entered>>) => Clocks | undefined
  /** What `check` needs, while it is loading. Never rejects. */
  loading?: Promise<unknown> | undefined
}

/** A field of a form with its label, its hint and the error of the last answer. */
export function Field(props: FieldProps) {
  const { id, label, rule, error, clocks } = props
  const hint = joined([props.hint, clocks && formatZoneName(clocks.zone)])
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const shared = {
    id,
    name: props.name,
    required: rule.required,
    ...(props.shortLabel && { 'aria-label': label }),
    ...(described && { 'aria-describedby': described }),
    ...(error && { 'aria-invalid': true as const }),
  }
  const below = (
    <>
      {hint && (
        <span id={`${id}-hint`} class="hint">
          {hint}
        </span>
      )}
      {error && (
        <span id={`${id}-error`} class="error">
          {error}
        </span>
      )}
    </>
  )
  if (rule.kind === 'yes-no')
    return (
      <p class="field check">
        <input
          {...shared}
          required={false}
          type="checkbox"
          checked={props.value === true}
          onChange={({ currentTarget }) => props.onEnter(currentTarget.checked)}
        />
        <label for={id}>{label}</label>
        {below}
      </p>
    )
  if (rule.kind === 'choices') return <Choices {...props} described={described} below={below} />
  const optional = !rule.required && props.saysOptional !== false && (
    <span class="hint"> · {common.optional}</span>
  )
  if (props.control)
    return (
      <fieldset
        class="field control"
        // Gets the focus if it has an error.
        tabIndex={-1}
        {...(described && { 'aria-describedby': described })}
        {...(error && { 'data-invalid': true })}
      >
        <legend>
          {label}
          {optional}
        </legend>
        {props.control(props.value, props.onEnter)}
        {below}
      </fieldset>
    )
  return (
    <p class="field">
      <label for={id}>
        {props.shortLabel ?? label}
        {props.unit && <span class="visually-hidden"> ({props.unit})</span>}
        {optional}
      </label>
      <Control {...props} shared={shared} />
      {below}
      {props.aside}
    </p>
  )
}

function Control({
  id,
  rule,
  value,
  choiceName = (choice) => choice,
  emptyChoice,
  suggestions,
  unit,
  type,
  autocomplete = 'off',
  inputMode,
  clocks,
  onEnter,
  shared,
}: FieldProps & { shared: object }) {
  const text = typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : ''
  const entered = rule.kind === 'time' && text.endsWith('Z') ? (clocks?.show ?? localTime)(text) : text
  const onInput = ({ currentTarget }: { currentTarget: { value: string } }) => onEnter(currentTarget.value)
  if (rule.kind === 'choice') {
    // The choice stays, even while the options are read, and if they lag.
    const choices = [...new Set([...(rule.choices ?? []), ...(entered === '' ? [] : [entered])])]
    return (
      <select {...shared} value={entered} onChange={onInput}>
        {!rule.required && <option value="">{emptyChoice ?? common.notSet}</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice} dir="auto">
            {choiceName(choice)}
          </option>
        ))}
      </select>
    )
  }
  // A password may be long too, but is one line.
  if (rule.long && type === undefined)
    return (
      <textarea {...shared} rows={3} dir="auto" value={entered} onInput={onInput} autocomplete={autocomplete} />
    )
  const input = {
    ...shared,
    type: rule.kind === 'time' ? 'datetime-local' : (type ?? 'text'),
    // Not type=number, which reads 2,5 as 25 in some locales, and changes with the mouse wheel.
    ...(rule.kind === 'number' && {
      inputMode: 'decimal' as const,
      // Shown as it is understood, once it is entered.
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
        const read = readNumber(currentTarget.value, rule.unit)
        if (typeof read === 'string') onEnter(read)
      },
    }),
    ...(inputMode && { inputMode }),
    autocomplete,
    value: entered,
    onInput,
    // Numbers run as the page does, away from their unit.
    ...(rule.kind !== 'number' && { dir: 'auto' as const }),
  }
  if (suggestions)
    return <Suggest {...{ ...input, id, suggestions }} onChoose={(one) => onEnter(one.text, one)} />
  if (unit === undefined) return <input {...input} />
  return (
    <span class="with-unit">
      <input {...input} />
      <span class="unit" aria-hidden="true">
        {unit}
      </span>
    </span>
  )
}

function Choices({
  id,
  label,
  rule,
  value,
  choiceName = (choice) => choice,
  error,
  onEnter,
  described,
  below,
}: FieldProps & { described: string; below: ComponentChildren }) {
  const chosen = Array.isArray(value) ? value : []
  return (
    <fieldset class="field choices">
      <legend>{label}</legend>
      {rule.choices?.map((choice) => (
        <label key={choice} class="check">
          <input
            type="checkbox"
            id={`${id}-${choice}`}
            checked={chosen.includes(choice)}
            {...(described && { 'aria-describedby': described })}
            {...(error && { 'aria-invalid': true as const })}
            onChange={({ currentTarget }) =>
              onEnter(currentTarget.checked ? [...chosen, choice] : chosen.filter((one) => one !== choice))
            }
          />
          {choiceName(choice)}
        </label>
      ))}
      {below}
    </fieldset>
  )
}

/** The value of a field, as it is shown elsewhere. */
export function enteredText(
  value: Entered,
  { kind }: Rule,
  choiceName = (choice: string) => choice,
  timeZone?: string,
): string {
  if (typeof value === 'boolean') return value ? common.yes : common.no
  if (kind === 'time' && value !== '') return formatTime(String(value), timeZone)
  const isChoice = kind === 'choice' || kind === 'choices'
  return listed(
    [value]
      .flat()
      .filter(Boolean)
      .map(isChoice ? choiceName : String),
  )
}

/** A moment as the browser's field has it: by the clocks of the user, to the minute. */
function localTime(moment: string): string {
  const date = new Date(moment)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)
}
