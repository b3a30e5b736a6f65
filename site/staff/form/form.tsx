import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { CourierError } from '../../../shared/client/http/errors.ts'
import { messageOf, queries } from '../api/client.ts'
import { common } from '../words/common.ts'
import { forgetDraft, forgetSent, idempotencyKeyOf, keepDraft, keptDraft, type Draft } from './drafts.ts'
import { Field, type Entered, type FieldProps } from './field.tsx'
import type { Rules } from './rules.ts'
import type { Suggestion } from './suggest.tsx'
import { bodyOf, WrongNumber } from './values.ts'

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
> {
  label: string
}

export interface FieldGroup {
  title?: string
  /** What the fields are for. */
  hint?: string
  names: readonly string[]
  /** Next to another half. */
  isHalf?: boolean
}

export interface FormProps<T> {
  /** Distinguishes forms on a page, and the kept draft of each. */
  id: string
  rules: Rules
  /** The fields, in groups. */
  groups: readonly FieldGroup[]
  fields: Readonly<Record<string, FieldOptions>>
  initial?: Draft
  submit: string
  /** Called with what is entered into a field; returns what other fields get with it. */
  onEnter?: (name: string, value: Entered, suggestion?: Suggestion) => Draft | undefined
  /** Sends the body; the same body gets the same key until it is known to be done. Throws CourierError. */
  send: (body: Record<string, unknown>, idempotencyKey: string) => Promise<T>
  /** `isOpen`: whether the form is still shown. */
  onDone: (answer: T, isOpen: boolean) => void
  /** In short what is sent, shown next to the buttons. */
  summary?: (draft: Draft) => string
  /** Closes the form; without it, there is no button for that. */
  onCancel?: () => void
  /** Before the submit button. */
  children?: ComponentChildren
}

const isSecret = (field?: FieldOptions) => field?.type === 'password' || field?.autocomplete === 'one-time-code'

/**
 * A form for a request, by the rules of its schema. Messages about fields are shown below them. What was entered is kept
 * when the form is closed, when the session ends and after a reload, until it is sent.
 */
export function Form<T>(props: FormProps<T>) {
  const {
    id,
    rules,
    groups,
    fields,
    initial = {},
    submit,
    onEnter,
    send,
    onDone,
    children,
    summary,
    onCancel,
  } = props
  // Only what was entered: the other fields follow the record when another changes it.
  const draft = useSignal<Draft>(keptDraft(id))
  const errors = useSignal<Record<string, string>>({})
  const note = useSignal('')
  const isSending = useSignal(false)
  const form = useRef<HTMLFormElement>(null)
  const names = groups.flatMap((group) => group.names)
  const secrets = names.filter((name) => isSecret(fields[name]))

  useEffect(() => {
    if (Object.keys(errors.value).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors.value])

  function enter(name: string, value: Entered, suggestion?: Suggestion): void {
    draft.value = { ...draft.value, [name]: value, ...onEnter?.(name, value, suggestion) }
    const { [name]: _, ...rest } = errors.value
    if (name in errors.value) errors.value = rest
    keepDraft(id, draft.value, secrets)
  }
  async function submitForm(): Promise<void> {
    const entered = draft.value
    const body = bodyOf(names, rules, { ...initial, ...entered }, initial)
    const answer = await send(body, idempotencyKeyOf(id, body, secrets))
    forgetSent(id)
    // Text that was entered meanwhile belongs to the next request.
    if (draft.value === entered) {
      draft.value = {}
      forgetDraft(id)
    }
    onDone(answer, form.current !== null)
  }
  function showError(error: unknown): void {
    if (error instanceof WrongNumber) errors.value = { [error.field]: common.number }
    else if (error instanceof CourierError && error.issues.length > 0)
      errors.value = Object.fromEntries(error.issues.map(({ loc, msg }) => [String(loc[1] ?? ''), msg]))
    const areShown =
      Object.keys(errors.value).length > 0 && Object.keys(errors.value).every((name) => names.includes(name))
    const isUnknown = !(error instanceof CourierError) || (error.status > 499 && error.status !== 503)
    // The record may be another by now: sending again has its new version.
    if (isUnknown || error.status === 412) void queries.invalidateQueries()
    note.value = areShown
      ? common.correctFields
      : isUnknown && navigator.onLine
        ? common.unknownOutcome
        : messageOf(error)
  }
  const onSubmit = (event: Event) => {
    event.preventDefault()
    if (isSending.value) return
    isSending.value = true
    note.value = ''
    errors.value = {}
    void submitForm()
      .catch(showError)
      .finally(() => (isSending.value = false))
  }
  return (
    // POST, so that a submit without the page's script does not put a password into the URL.
    <form ref={form} method="post" class="form" noValidate={false} onSubmit={onSubmit}>
      {groups.map(({ title, hint, names, isHalf }) => (
        <fieldset key={names[0]} class={isHalf ? 'group half' : 'group'}>
          {title && <legend>{title}</legend>}
          {hint && <p class="hint">{hint}</p>}
          {names.map((name) => (
            <Field
              key={name}
              {...(fields[name] ?? { label: name })}
              {...{ id: `${id}-${name}`, name, error: errors.value[name] }}
              saysOptional={Object.keys(initial).length === 0}
              rule={rules[name] ?? { kind: 'text', required: false }}
              value={draft.value[name] ?? initial[name] ?? ''}
              onEnter={(value, suggestion) => enter(name, value, suggestion)}
            />
          ))}
        </fieldset>
      ))}
      <div class="submit">
        {note.value && (
          <p class="error" role="alert">
            {note.value}
          </p>
        )}
        <p class="row">
          {children}
          {summary && <span class="summary hint">{summary({ ...initial, ...draft.value })}</span>}
          {onCancel && (
            <button type="button" onClick={onCancel}>
              {common.cancel}
            </button>
          )}
          <button type="submit" class="primary" aria-disabled={isSending.value}>
            {isSending.value ? common.sending : submit}
          </button>
        </p>
      </div>
    </form>
  )
}
