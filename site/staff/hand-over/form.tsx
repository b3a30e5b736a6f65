import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Package } from '../api/records.ts'
import { Form } from '../form/form.tsx'
import { SignaturePad, type Signature } from '../ui/signature.tsx'
import { listed } from '../messages/language.ts'
import { messages, proofs } from './messages.ts'
import { proofsToGive, useRequiredProofs, type Proof } from './proofs.ts'
import rules from './rules.data.ts'
import { SendCode } from './send-code.tsx'

/** What was entered. */
export interface HandOverInput {
  /** Of the packages to choose from. */
  package_ids?: string[]
  received_by: string
  code?: string
  signature?: Signature
  /** Whether signature and photo stand for a code that could not be checked. */
  offline: boolean
  /** When the packages were given away, if that was earlier. */
  at?: string
}

interface HandOverFormProps<T> {
  id: string
  /** The packages to choose from. A page without them shows in `lead` which are handed over. */
  packages?: readonly Package[]
  lead?: ComponentChildren
  receivedBy: string
  signature?: Signature | undefined
  /** Takes a photo. The photos stay with the page, which sends them. */
  photoButton: ComponentChildren
  photoCount: number
  shipmentId: () => Promise<string>
  /** Of a page that keeps a hand-over until there is a connection. */
  offline?: {
    isOnline: boolean
    /** When the packages were given away without a connection, of a hand-over that is completed later. */
    at?: string | undefined
  }
  /** Throws CourierError, and shows nothing. */
  send: (input: HandOverInput, idempotencyKey: string) => Promise<T>
  onDone: (answer: T) => void
}

/** A signature as the value of a field. */
const textOf = (signature: Signature | undefined) => (signature ? JSON.stringify(signature) : '')
const signatureOf = (text: unknown) =>
  typeof text === 'string' && text !== '' ? (JSON.parse(text) as Signature) : undefined

/** The form of a hand-over: who receives the packages, and the proofs that the company requires. */
export function HandOverForm<T>(props: HandOverFormProps<T>) {
  const { id, packages, lead, photoButton, photoCount, shipmentId, offline, send, onDone } = props
  // A package that becomes ready later is offered, but not chosen.
  const chosen = useMemo(() => packages?.map((one) => one.id) ?? [], [])
  const required = useRequiredProofs()
  const code = useSignal('')
  /** Whether the service did not respond, though there is a network. */
  const isUnreachable = useSignal(false)
  // Who completes it while the recipient is there gets the code, which is checked as of now.
  const at = code.value.trim() === '' ? offline?.at : undefined
  const isOffline = offline !== undefined && (at !== undefined || !offline.isOnline || isUnreachable.value)
  const asked = proofsToGive(required, isOffline)
  const requiredIf = (proof: Proof) => ({ kind: 'text' as const, required: asked.includes(proof) })
  return (
    <Form
      id={id}
      rules={{
        ...rules,
        code: requiredIf('code'),
        signature: requiredIf('signature'),
        photo_ids: requiredIf('photo'),
        package_ids: { kind: 'choices', required: true, choices: packages?.map((one) => one.id) ?? [] },
      }}
      groups={[
        { names: [...(packages ? ['package_ids'] : []), 'received_by', 'code', 'signature', 'photo_ids'] },
      ]}
      fields={{
        package_ids: {
          label: messages.packages,
          choiceName: (one) => packages?.find((item) => item.id === one)?.qr_code ?? one,
        },
        received_by: { label: messages.receivedBy },
        code: {
          label: messages.code,
          autocomplete: 'one-time-code',
          inputMode: 'numeric',
          aside: (
            <SendCode
              shipmentId={shipmentId}
              isOnline={offline?.isOnline ?? true}
              isRequired={asked.includes('code')}
              onReached={(isReached) => (isUnreachable.value = !isReached)}
            />
          ),
        },
        signature: {
          label: messages.signature,
          missing: messages.signHere,
          control: (value, onEnter) => (
            <SignaturePad
              label={messages.signature}
              signed={signatureOf(value)}
              onSign={(one) => onEnter(textOf(one))}
            />
          ),
        },
        photo_ids: { label: messages.photo, missing: messages.takePhoto, control: () => photoButton },
      }}
      initial={{
        received_by: props.receivedBy,
        package_ids: chosen,
        signature: textOf(props.signature),
        photo_ids: photoCount === 0 ? '' : String(photoCount),
      }}
      lead={
        <>
          {lead}
          {asked.length > 0 && (
            <p class="hint">
              {messages.needed(listed(asked.map((one) => proofs[one])))}
              {asked !== required && `. ${messages.codeReplaced}`}
            </p>
          )}
        </>
      }
      submit={messages.handOver}
      onEnter={(name, value) => {
        if (name === 'code') code.value = String(value)
        return undefined
      }}
      send={({ photo_ids: _, signature, ...body }, key) => {
        const signed = signatureOf(signature)
        const input = body as Pick<HandOverInput, 'package_ids' | 'received_by' | 'code'>
        return send(
          {
            ...input,
            ...(signed && { signature: signed }),
            offline: isOffline,
            ...(at !== undefined && { at }),
          },
          key,
        )
      }}
      onDone={onDone}
    />
  )
}
