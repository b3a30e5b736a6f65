import { useSignal, type Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { CourierError } from '../../../shared/client/http/errors.ts'
import { messageOf, queries } from '../api/client.ts'
import { common } from '../messages/common.ts'
import { refusalOf } from '../messages/refusals.ts'
import { useBase } from './base.ts'
import { problemsIn } from './checks.ts'
import {
  forgetDraft,
  forgetSent,
  idempotencyKeyOf,
  keepDraft,
  keepRequest,
  keptDraft,
  requestOf,
  textOf,
  type Draft,
} from './drafts.ts'
import { Field, enteredText, type Entered, type FieldOptions } from './field.tsx'
import { usePhoneCheck } from './phone-check.ts'
import type { Rules } from './rules.ts'
import type { Suggestion } from './suggest.tsx'
import { bodyOf, withScheme } from './values.ts'

interface FieldGroup {
  title?: string
  /** The purpose of the fields. */
  hint?: string
  names: readonly string[]
  /** Next to another half. */
  isHalf?: boolean
}

/** `T`: what the service responds; `B`: the body by the schema that the rules are of. */
export interface FormProps<T, B = Record<string, unknown>> {
  /** Distinguishes forms on a page, and the kept draft of each. */
  id: string
  rules: Rules
  /** The fields, in groups. */
  groups: readonly FieldGroup[]
  fields: Readonly<Record<string, FieldOptions>>
  initial?: Draft
  /** The version of the record that `initial` is of. */
  etag?: string
  submit: string
  /** Called with a field's new value; returns the values that other fields get with it. */
  onEnter?: (name: string, value: Entered, suggestion?: Suggestion) => Draft | undefined
  /**
   * Sends the body; the same body gets the same key until it is known to be done. `etag` is the version that the changes
   * are based on, for `If-Match`. Throws CourierError.
   */
  send: (body: B, idempotencyKey: string, etag: string) => Promise<T>
  /** `isOpen`: whether the form is still shown. */
  onDone: (answer: T, isOpen: boolean) => void
  /** A summary of the request, shown next to the buttons. */
  summary?: (draft: Draft) => string
  /** Closes the form; without it, there is no button for that. The button also forgets the input. */
  onCancel?: () => void
  /** The name of that button: by default “Cancel”. */
  cancel?: string
  /** Before the fields. */
  lead?: ComponentChildren
  /** Before the submit button. */
  children?: ComponentChildren
}

/** Acts when what fields are loading is there. Until then, the form is busy. */
function whenLoaded(fields: FormProps<unknown>['fields'], isBusy: Signal<boolean>, act: () => void): void {
  const loading = Object.values(fields).flatMap((field) => field.loading ?? [])
  if (loading.length === 0) {
    act()
    return
  }
  isBusy.value = true
  void Promise.all(loading).then(() => {
    isBusy.value = false
    act()
  })
}

/**
 * The input of a form, and whether it is being sent. Only changed fields: the others follow the record when another user changes
 * it. A form that is opened again before the answer to what it has sent waits for that, and shows what is left of the input.
 */
function useInput(id: string) {
  const draft = useSignal<Draft>(keptDraft(id))
  const isSending = useSignal(false)
  useEffect(() => {
    const [shown, request] = [draft.value, requestOf(id)]
    isSending.value = request !== undefined
    void request?.then(() => {
      isSending.value = false
      if (draft.value === shown) draft.value = keptDraft(id)
    })
  }, [])
  return { draft, isSending }
}

/** Web addresses with their scheme, which people leave out. */
const completed = (entered: Draft, fields: FormProps<unknown>['fields']): Draft =>
  Object.fromEntries(
    Object.entries(entered).map(([name, value]) => [
      name,
      fields[name]?.type === 'url' && typeof value === 'string' ? withScheme(value) : value,
    ]),
  )

const isSecret = (field?: FieldOptions) => field?.type === 'password' || field?.autocomplete === 'one-time-code'

/**
 * A form for a request, by the rules of its schema. Messages about fields are shown below them. The input is kept
 * when the form is closed, when the session ends and after a reload, until it is sent.
 */
export function Form<T, B = Record<string, unknown>>(props: FormProps<T, B>) {
  const {
    id,
    rules,
    groups,
    initial = {},
    etag,
    submit,
    onEnter,
    send,
    onDone,
    lead,
    children,
    summary,
    onCancel,
    cancel = common.cancel,
  } = props
  const { draft, isSending } = useInput(id)
  const base = useBase(id, { etag, values: initial }, draft.value)
  /** The version that the service has refused, until the record is read again. */
  const refused = useSignal<string | undefined>(undefined)
  /** The fields that were entered and that another has changed, after the service refused the form. */
  const overtaken = useSignal<readonly string[]>([])
  const errors = useSignal<Record<string, string>>({})
  /** By field, the value and rule that its error is about. */
  const judged = useRef<Readonly<Record<string, string>>>({})
  const note = useSignal('')
  const form = useRef<HTMLFormElement>(null)
  const names = groups.flatMap((group) => group.names)
  const fields = usePhoneCheck(props.fields)
  const secrets = names.filter((name) => isSecret(fields[name]))

  useEffect(() => {
    if (Object.keys(errors.value).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid], [data-invalid]')?.focus()
  }, [errors.value])
  // The record was read again after a refusal. If another user has changed the same fields, this user decides, and the
  // next press sends the version that is shown now. Otherwise both changes can be kept.
  useEffect(() => {
    if (refused.value === undefined) return
    if (base.conflicts.length > 0) {
      refused.value = undefined
      overtaken.value = base.conflicts
      mark(Object.fromEntries(base.conflicts.map((name) => [name, common.isNow(shownOf(name))])))
      note.value = common.changedFields
      base.follow()
      base.keep()
    } else if (base.etag() !== refused.value) {
      reset()
      sendForm()
    }
  }, [refused.value, etag])

  const ruleOf = (name: string) => rules[name] ?? { kind: 'text' as const, required: false }
  const clocksOf = (name: string) => fields[name]?.clocksOf?.({ ...initial, ...draft.value })
  const shownOf = (name: string) =>
    enteredText(initial[name] ?? '', ruleOf(name), fields[name]?.choiceName, clocksOf(name)?.zone) ||
    common.notSet
  const stateOf = (name: string) => textOf([draft.value[name] ?? initial[name] ?? '', ruleOf(name).required])
  function mark(found: Record<string, string>): void {
    judged.current = Object.fromEntries(Object.keys(found).map((name) => [name, stateOf(name)]))
    errors.value = found
  }
  /** The error of a field, until the field has another value or rule. */
  const errorOf = (name: string) => (judged.current[name] === stateOf(name) ? errors.value[name] : undefined)
  function enter(name: string, value: Entered, suggestion?: Suggestion): void {
    draft.value = { ...draft.value, [name]: value, ...onEnter?.(name, value, suggestion) }
    keepDraft(id, draft.value, secrets)
    base.keep()
  }
  function takeNew(): void {
    draft.value = Object.fromEntries(
      Object.entries(draft.value).filter(([name]) => !overtaken.value.includes(name)),
    )
    keepDraft(id, draft.value, secrets)
    reset()
  }
  function reset(): void {
    note.value = ''
    mark({})
    overtaken.value = []
    refused.value = undefined
  }
  const complete = (entered: Draft) => completed(entered, fields)
  function sendForm(): void {
    const version = base.etag()
    isSending.value = true
    const request = submitForm(version)
      .catch((error: unknown) => showError(error, version))
      .finally(() => (isSending.value = false))
    keepRequest(id, request)
  }
  async function submitForm(version: string): Promise<void> {
    const [entered, kept] = [draft.value, textOf(keptDraft(id))]
    const body = bodyOf(names, rules, { ...initial, ...complete(entered) }, initial, clocksOf)
    // `problemsIn` found none, so the body is as its schema says.
    const answer = await send(body as B, idempotencyKeyOf(id, body, secrets), version)
    forgetSent(id)
    // Text that was entered meanwhile, also in a form that was opened again, belongs to the next request.
    if (draft.value === entered) draft.value = {}
    if (textOf(keptDraft(id)) === kept) forgetDraft(id)
    onDone(answer, form.current !== null)
  }
  function showError(error: unknown, version: string): void {
    if (error instanceof CourierError && error.issues.length > 0)
      mark(Object.fromEntries(error.issues.map(({ loc, msg }) => [String(loc[1] ?? ''), refusalOf(msg).text])))
    const refusal = error instanceof CourierError ? refusalOf(error) : undefined
    if (refusal?.field !== undefined && names.includes(refusal.field)) mark({ [refusal.field]: refusal.text })
    const areShown =
      Object.keys(errors.value).length > 0 && Object.keys(errors.value).every((name) => names.includes(name))
    const isUnknown = !(error instanceof CourierError) || (error.status > 499 && error.status !== 503)
    // The record may be another by now.
    const isStale = !isUnknown && error.status === 412
    if (isStale) refused.value = version
    if (isUnknown || isStale) void queries.invalidateQueries()
    note.value = areShown
      ? common.correctFields
      : isUnknown && navigator.onLine
        ? common.unknownOutcome
        : messageOf(error)
  }
  const onSubmit = (event: Event) => {
    event.preventDefault()
    if (!isSending.value) whenLoaded(fields, isSending, checkForm)
  }
  function checkForm(): void {
    reset()
    mark(problemsIn(names, rules, fields, { ...initial, ...complete(draft.value) }, initial))
    if (Object.keys(errors.value).length > 0) {
      note.value = common.correctFields
      return
    }
    sendForm()
  }
  const isCorrected = note.value === common.correctFields && !names.some(errorOf)
  return (
    // POST, so that a submit without the page's script does not put a password into the URL.
    <form ref={form} method="post" class="form" noValidate onSubmit={onSubmit}>
      {lead}
      {groups.map(({ title, hint, names, isHalf }) => (
        <fieldset key={names[0]} class={isHalf ? 'group half' : 'group'}>
          {title && <legend>{title}</legend>}
          {hint && <p class="hint">{hint}</p>}
          {names.map((name) => (
            <Field
              key={name}
              {...(fields[name] ?? { label: name })}
              {...{ id: `${id}-${name}`, name, error: errorOf(name) }}
              saysOptional={etag === undefined}
              rule={ruleOf(name)}
              clocks={clocksOf(name)}
              value={draft.value[name] ?? initial[name] ?? ''}
              onEnter={(value, suggestion) => enter(name, value, suggestion)}
            />
          ))}
        </fieldset>
      ))}
      <div class="submit">
        {note.value && !isCorrected && (
          <p class="error" role="alert">
            {note.value}
          </p>
        )}
        {overtaken.value.length > 0 && (
          <p class="row">
            <button type="button" onClick={takeNew}>
              {common.takeNew}
            </button>
          </p>
        )}
        <p class="row">
          {children}
          {summary && <span class="summary hint">{summary({ ...initial, ...draft.value })}</span>}
          {onCancel && (
            <button
              type="button"
              onClick={() => {
                forgetDraft(id)
                onCancel()
              }}
            >
              {cancel}
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
