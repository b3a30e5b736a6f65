import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import { idOf, optional, CreatedAt, Timestamp } from '../../domain/kernel/fields.ts'
import { deviceName } from '../../domain/users/record.ts'
import { passkeyName } from '../../domain/users/passkey-record.ts'
import { sessionTexts } from '../../domain/users/sessions.ts'

// The JSON forms of WebAuthn Level 3 (§5.1.8, §5.1.9, §5.5): browsers read and write them by `parseCreationOptionsFromJSON`,
// `parseRequestOptionsFromJSON` and `toJSON`.

/** Descriptions of fields that several schemas share. */
const passkeyTexts = {
  ticket: {
    description: 'Names the challenge; it is sent with the answer, once, within 5 minutes',
    examples: ['1.mk3x…'],
  },
  challenge: {
    description: 'What the authenticator signs, in base64url',
    examples: ['q2l6n0Wc6T0Q4hB1uYv9aQ'],
  },
  timeout: { description: 'Milliseconds that the browser waits', examples: [60_000] },
  id: { description: 'The id of the passkey, in base64url', examples: ['Zk1xw2n3T0uQ'] },
  type: { description: 'Always `public-key`', examples: ['public-key'] },
  transports: { description: 'How browsers reach the authenticator', examples: [['internal', 'hybrid']] },
  clientData: {
    description: 'What the browser had the authenticator sign, as JSON in base64url',
    examples: ['eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'],
  },
  results: { description: 'What extensions return', examples: [{}] },
  assertion: { description: 'The `toJSON` of what `navigator.credentials.get` returns' },
  attestation: { description: 'The `toJSON` of what `navigator.credentials.create` returns' },
  name: { description: 'What the user calls the passkey', examples: ['Nino’s laptop'] },
}

const type = () => z.literal('public-key').meta(passkeyTexts.type)
const rpDescription = { description: 'The host that passkeys are of (RP ID)', examples: ['parcels.example'] }
const userVerification = () =>
  z.literal('required').meta({
    description: 'The authenticator asks for a fingerprint, a face or a PIN',
    examples: ['required'],
  })

/** What a browser asks an authenticator for. */
export const PasskeyRequest = lazySchema(() =>
  z
    .object({
      ticket: z.string().meta(passkeyTexts.ticket),
      public_key: z
        .object({
          challenge: z.string().meta(passkeyTexts.challenge),
          rpId: z.string().meta(rpDescription),
          timeout: z.int().meta(passkeyTexts.timeout),
          userVerification: userVerification(),
        })
        .meta({ id: 'PasskeyRequestOptions' })
        .meta({ description: 'For `navigator.credentials.get`' }),
    })
    .meta({ id: 'PasskeyRequest' }),
)

export const PasskeyCreation = lazySchema(() => {
  const text = z.string()
  return z
    .object({
      ticket: text.meta(passkeyTexts.ticket),
      public_key: z
        .object({
          challenge: text.meta(passkeyTexts.challenge),
          rp: z
            .object({
              id: text.meta(rpDescription),
              name: text.meta({
                description: 'The name of the service',
                examples: ['Courier Logistics'],
              }),
            })
            .meta({ id: 'PasskeyHost' })
            .meta({ description: 'Whom it signs in to' }),
          user: z
            .object({
              id: text.meta({
                description: 'The user’s id, in base64url',
                examples: ['OGIxYy0wZTVh'],
              }),
              name: text.meta({ description: 'The user’s address', examples: ['anna@swift.example'] }),
              displayName: text.meta({
                description: 'How authenticators show the user',
                examples: ['anna@swift.example'],
              }),
            })
            .meta({ id: 'PasskeyUser' })
            .meta({ description: 'Whose it is' }),
          pubKeyCredParams: z
            .array(
              z
                .object({
                  type: type(),
                  alg: z.int().meta({
                    description: 'A signature algorithm (COSE)',
                    examples: [-7],
                  }),
                })
                .meta({ id: 'PasskeyAlgorithm' }),
            )
            .meta({ description: 'The algorithms that the service can verify' }),
          timeout: z.int().meta(passkeyTexts.timeout),
          attestation: z.literal('none').meta({
            description: 'The make of the authenticator is not asked for',
            examples: ['none'],
          }),
          authenticatorSelection: z
            .object({
              residentKey: z.literal('required').meta({
                description: 'The authenticator finds the passkey without an address',
                examples: ['required'],
              }),
              userVerification: userVerification(),
            })
            .meta({ id: 'PasskeyAuthenticator' })
            .meta({ description: 'Which authenticators can have it' }),
          excludeCredentials: z
            .array(
              z
                .object({
                  id: text.meta(passkeyTexts.id),
                  type: type(),
                  transports: z.array(text).optional().meta(passkeyTexts.transports),
                })
                .meta({ id: 'PasskeyDescriptor' }),
            )
            .meta({ description: 'The passkeys of the user: an authenticator has one at most' }),
        })
        .meta({ id: 'PasskeyCreationOptions' })
        .meta({ description: 'For `navigator.credentials.create`' }),
    })
    .meta({ id: 'PasskeyCreation' })
})

/** Base64url of at most `bytes`. Malformed values are wrong ones, which the check of the signature refuses. */
const encoded = (bytes: number) => z.string().max(Math.ceil((bytes * 4) / 3))
const longest = 16_384
const answered = {
  id: () => encoded(1023).meta(passkeyTexts.id),
  rawId: () => encoded(1023).meta(passkeyTexts.id),
  type,
  clientExtensionResults: () => z.looseObject({}).meta(passkeyTexts.results),
}

/** What an authenticator answers to `navigator.credentials.get`. */
const PasskeyAssertion = lazySchema(() =>
  z
    .object({
      id: answered.id(),
      rawId: answered.rawId(),
      type: answered.type(),
      clientExtensionResults: answered.clientExtensionResults(),
      response: z
        .object({
          clientDataJSON: encoded(longest).meta(passkeyTexts.clientData),
          authenticatorData: encoded(longest).meta({
            description: 'What the authenticator says about itself, and what it checked, in base64url',
            examples: ['SZYN5YgOjGh0NBcPZHZgW4'],
          }),
          signature: encoded(longest).meta({
            description: 'Over both, in base64url',
            examples: ['MEUCIQDx0f'],
          }),
          userHandle: optional(encoded(100)).meta({
            description: 'The user’s id, in base64url',
            examples: ['OGIxYy0wZTVh'],
          }),
        })
        .meta({ id: 'PasskeyAssertionResponse' })
        .meta({ description: 'What the authenticator signed' }),
    })
    .meta({ id: 'PasskeyAssertion' })
    .meta({ description: 'The `toJSON` of the browser’s answer' }),
)
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>

/** What an authenticator answers to `navigator.credentials.create`. */
const PasskeyAttestation = lazySchema(() =>
  z
    .object({
      id: answered.id(),
      rawId: answered.rawId(),
      type: answered.type(),
      clientExtensionResults: answered.clientExtensionResults(),
      response: z
        .object({
          clientDataJSON: encoded(longest).meta(passkeyTexts.clientData),
          attestationObject: encoded(longest).meta({
            description: 'The new public key, in base64url',
            examples: ['o2NmbXRkbm9uZQ'],
          }),
          transports: optional(z.array(z.string().max(50)).max(10)).meta(passkeyTexts.transports),
        })
        .meta({ id: 'PasskeyAttestationResponse' })
        .meta({ description: 'The new passkey' }),
    })
    .meta({ id: 'PasskeyAttestation' })
    .meta({ description: 'The `toJSON` of the browser’s answer' }),
)
export type PasskeyAttestation = z.output<typeof PasskeyAttestation>

const ticket = () => z.string().max(2000).meta(passkeyTexts.ticket)
const exampleAnswer = {
  id: 'Zk1xw2n3T0uQ',
  rawId: 'Zk1xw2n3T0uQ',
  type: 'public-key' as const,
  clientExtensionResults: {},
}
const exampleAssertion = {
  ticket: '1.mk3x…',
  credential: {
    ...exampleAnswer,
    response: {
      clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
      authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4',
      signature: 'MEUCIQDx0f',
      userHandle: 'OGIxYy0wZTVh',
    },
  },
}
export const PasskeyProof = lazySchema(() =>
  z
    .object({ ticket: ticket(), credential: PasskeyAssertion.meta(passkeyTexts.assertion) })
    .meta({ id: 'PasskeyProof', examples: [exampleAssertion] }),
)
export const PasskeySignIn = lazySchema(() =>
  PasskeyProof.unwrap()
    .extend({ device_name: optional(deviceName()).meta(sessionTexts.deviceName) })
    .meta({ id: 'PasskeySignIn', examples: [exampleAssertion] }),
)
export const NewPasskey = lazySchema(() =>
  z
    .object({
      ticket: ticket(),
      name: passkeyName().meta(passkeyTexts.name),
      credential: PasskeyAttestation.meta(passkeyTexts.attestation),
    })
    .meta({
      id: 'NewPasskey',
      examples: [
        {
          ticket: '1.mk3x…',
          name: 'Nino’s laptop',
          credential: {
            ...exampleAnswer,
            response: {
              clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
              attestationObject: 'o2NmbXRkbm9uZQ',
              transports: ['internal'],
            },
          },
        },
      ],
    }),
)
export const PasskeyChange = lazySchema(() =>
  z
    .object({ name: passkeyName().meta(passkeyTexts.name) })
    .meta({ id: 'PasskeyChange', examples: [{ name: 'Nino’s laptop' }] }),
)

/** A passkey as its user sees it. */
export const OwnPasskey = lazySchema(() =>
  z
    .object({
      id: idOf('passkey'),
      name: z.string().meta(passkeyTexts.name),
      is_synced: z
        .boolean()
        .meta({ description: 'Whether it can be on several devices of the user', examples: [true] }),
      created_at: CreatedAt,
      last_used_at: Timestamp.nullable().meta({
        description: 'When the user last signed in with it; null if they did not yet',
        examples: ['2026-11-23T09:15:00.000Z'],
      }),
    })
    .meta({ id: 'OwnPasskey' }),
)
